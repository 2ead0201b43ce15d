/// The action of a row's button or form, stored in the row's value.
///
/// ```swift
/// struct TaskRow: Content, Identifiable {
///   let id: Int
///   var title: String
///   var delete = Command.nop
///   var html: HTML { "<p>\(title)</p><button \(delete)>Delete</button>" }
/// }
/// list.set {
///   for task in tasks {
///     TaskRow(id: task.id, title: task.title, delete: Command(to: TaskList.self) { $0.delete(task.id) })
///   }
/// }
/// ```
///
/// On the wire a command is an ordinary event of the cell. Its name is the command's id or, without an id, the name of
/// the field that holds it (`delete`). When the event arrives, the command is looked up in the row's current value: if
/// the row was replaced by an equal row with a new closure, the new closure runs, although nothing was sent to viewers.
/// A command that is not a field of the row, such as an element of an array, needs an id. Two commands are equal if
/// their ids are equal. The JSON of a row has no field for a command, and a decoded command does nothing.
///
/// A command can receive a value: `Command<String>` for `<form \(rename, on: .change)><input name="data"></form>`,
/// `Command<Int>` for `<button \(choose, sends: 3)>`. A command without a value is a `Command<NoData>`, which Swift
/// infers in `Command { … }` and `Command.nop`.
public struct Command<Value: Codable & Sendable>: Hashable, Sendable {
  /// The event's name on the wire and in logs; if empty, the name of the field that holds the command.
  package let id: String
  /// Where it was declared, as `Module/File.swift:12`, for logs.
  package var place: String { work.action.place }
  private var work: Work

  /// What the command does. It does not count when commands are compared.
  private struct Work: Hashable, Sendable {
    let action: Action
    var requirement: Requirement<Value>?
    var presses = PressRule()

    static func == (one: Work, other: Work) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
  }

  /// An object, so that its identity distinguishes commands without an id.
  private final class Action: Sendable {
    let place: String
    /// Returns false if the container that the command needs is missing.
    let run: @Sendable (Value, Node?) -> Bool

    init(place: String, run: @escaping @Sendable (Value, Node?) -> Bool) {
      self.place = place
      self.run = run
    }
  }

  init(id: String, place: String, run: @escaping @Sendable (Value, Node?) -> Bool) {
    self.id = id
    work = Work(action: Action(place: place, run: run))
  }

  /// Creates a command that needs no node. With an executor it runs there, and nobody waits for it.
  public init(
    _ id: String = "", on executor: (any TaskExecutor)? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    _ action: @escaping @Sendable (Value) -> Void
  ) {
    self.init(id: id, place: "\(fileID):\(line)") { value, _ in
      if let executor { Task(executorPreference: executor) { action(value) } } else { action(value) }
      return true
    }
  }

  /// Creates a command that runs with the nearest container of a type, starting with the row's own container. If there
  /// is none, pressing the control reports a diagnostic.
  public init<Container: ContainerModel>(
    _ id: String = "", to container: Container.Type, fileID: StaticString = #fileID, line: UInt = #line,
    _ action: @escaping @Sendable (Container, Value) -> Void
  ) {
    self.init(id: id, place: "\(fileID):\(line)") { value, node in
      guard let container = node?.nearest(container) else { return false }
      action(container, value)
      return true
    }
  }

  /// A command that does nothing.
  public static var nop: Self { Self(id: "", place: "") { _, _ in true } }

  /// Runs the command outside a page. Returns false if it needs a container.
  @discardableResult
  package func perform(_ value: Value) -> Bool { perform(value, at: nil) }

  func perform(_ value: Value, at node: Node?) -> Bool { work.action.run(value, node) }
}

extension Command {
  /// Returns a command for values of another type, which `transform` converts.
  public func map<Input>(_ transform: @escaping @Sendable (Input) -> Value) -> Command<Input> {
    Command<Input>(id: id, place: place) { perform(transform($0), at: $1) }.pressed(work.presses)
  }

  /// Returns this command with a fixed value.
  public func bind(_ value: Value) -> Command<NoData> where Value: Sendable {
    Command<NoData>(id: id, place: place) { perform(value, at: $1) }.pressed(work.presses)
  }

  /// Returns a command that runs this command and then another one.
  public func then(_ next: Command<Value>) -> Self {
    Self(id: id, place: place) { value, node in
      let first = perform(value, at: node)
      return next.perform(value, at: node) && first
    }.pressed(work.presses)
  }

  /// Returns this command for controls whose repeated presses count once, as `Event.once(_:)` does.
  public func once(_ isOnce: Bool = true) -> Self {
    var rule = work.presses
    rule.isOnce = isOnce
    return pressed(rule)
  }

  /// Returns this command for controls that refuse a press without a connection, as `Event.refusedOffline()` does.
  public func refusedOffline() -> Self {
    var rule = work.presses
    rule.isRefusedOffline = true
    return pressed(rule)
  }

  private func pressed(_ rule: PressRule) -> Self {
    var copy = self
    copy.work.presses = rule
    return copy
  }
}

extension Command where Value: Comparable {
  /// Returns the same command for values in a range only. A client that sends another value is refused.
  ///
  /// ```swift
  /// Command("step", to: Stepper.self) { $0.step(by: $1) }.accepting(-1...1)
  /// ```
  public func accepting(_ range: ClosedRange<Value>) -> Self {
    var copy = self
    copy.work.requirement = Requirement(in: range)
    return copy
  }
}

extension Command where Value == NoData {
  /// Creates a command that needs no node. With an executor it runs there, and nobody waits for it.
  public init(
    _ id: String = "", on executor: (any TaskExecutor)? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    _ action: @escaping @Sendable () -> Void
  ) {
    self.init(id, on: executor, fileID: fileID, line: line) { (_: NoData) in action() }
  }

  /// Creates a command that runs with the nearest container of a type, starting with the row's own container.
  public init<Container: ContainerModel>(
    _ id: String = "", to container: Container.Type, fileID: StaticString = #fileID, line: UInt = #line,
    _ action: @escaping @Sendable (Container) -> Void
  ) {
    self.init(id, to: container, fileID: fileID, line: line) { container, _ in action(container) }
  }

  /// A command that does nothing.
  public static var nop: Command<NoData> { Self(id: "", place: "") { _, _ in true } }

  /// Runs the command outside a page. Returns false if it needs a container.
  @discardableResult
  public func perform() -> Bool { perform(NoData()) }
}

extension Command: Codable {
  /// Encodes nothing: the JSON of a row has no field for a command. Other encoders than Espalier's get null.
  public func encode(to encoder: any Encoder) throws {
    if let encoder = encoder as? any OmittingEncoder { return encoder.omit() }
    var container = encoder.singleValueContainer()
    try container.encodeNil()
  }
  /// Creates a command that does nothing, whatever was encoded.
  public init(from decoder: any Decoder) throws { self = .nop }
}

/// A command that a node can run.
protocol RunnableCommand: AnyCommand {
  /// Runs with a payload that was read for its event. Returns false if the container that it needs is not above the
  /// node.
  func perform(payload: any Sendable, at node: Node) -> Bool
}

extension Command: RunnableCommand {
  var identity: ObjectIdentifier { ObjectIdentifier(work.action) }

  func event(_ label: String) -> EventDescriptor {
    EventDescriptor(
      label: label, Declaration(of: Value.self, "command", 0, 0), payload: Value.self, work.requirement,
      presses: work.presses)
  }

  func perform(payload: any Sendable, at node: Node) -> Bool {
    guard let value = payload as? Value else { return false }
    return perform(value, at: node)
  }
}

extension Node {
  fileprivate func nearest<Container: ContainerModel>(_ type: Container.Type) -> Container? {
    for container in ContainerPath(from: hub) { if let found = container as? Container { return found } }
    return nil
  }
}
