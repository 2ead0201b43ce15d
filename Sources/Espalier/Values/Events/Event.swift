/// The typed name of an event, which a cell sends to the containers above it.
///
/// ```swift
/// struct Actions: Content {
///   static let like = Event<String>("like")
///   var html: HTML { "<button \(Self.like, sends: "Like")>Like</button>" }
/// }
/// ```
///
/// Two events with the same label that are declared at different places are different events. On the wire, the sending
/// cell determines which of them a label means.
public struct Event<Payload: Codable & Sendable>: Sendable, Hashable {
  /// The event without its payload's type.
  public let name: EventDescriptor

  /// Declares an event. The label is sent on the wire; the place of declaration distinguishes equal labels.
  public init(
    _ label: String, fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    self.init(label, Declaration(of: Payload.self, fileID, line, column), nil)
  }

  init(_ label: String, _ declaration: Declaration, _ requirement: Requirement<Payload>?) {
    name = EventDescriptor(label: label, declaration, payload: Payload.self, requirement)
  }

  init(name: EventDescriptor) { self.name = name }
}

/// An event without its payload's type, for routes, tables and JSON.
public final class EventDescriptor: Sendable, Hashable, CustomStringConvertible {
  /// The name on the wire and in logs.
  package let label: String
  /// The name of the payload's type in Swift, for developers.
  package let payloadType: String
  /// Whether the event has no data.
  let isBare: Bool
  /// Whether the data may be any integer, so that arithmetic on it can overflow, which ends the process.
  package var takesAnyInteger: Bool { limits == nil && payload is any IntegerPayload.Type }
  let payload: any (Codable & Sendable).Type
  let presses: PressRule
  /// Who may send it; nil if everybody may.
  package let identityRule: IdentityRule?
  /// What the data must meet beyond its type; nil if it need not meet anything.
  let limits: DataLimits?
  private let declaration: Declaration
  /// Which files its forms may bring; nil if they may bring none.
  package let files: FileRule?
  /// How often it may be sent; nil if only the site's limits count.
  package let limit: EventLimit?
  private let decoder: @Sendable (JSON, Bool, [String: any Sendable]) throws(PayloadError) -> any Sendable

  init<Payload: Codable & Sendable>(
    label: String, _ declaration: Declaration, payload: Payload.Type, _ requirement: Requirement<Payload>? = nil,
    presses: PressRule = PressRule()
  ) {
    self.label = label
    self.presses = presses
    identityRule = nil
    files = nil
    limit = nil
    payloadType = "\(payload)"
    isBare = payload == NoData.self
    self.payload = payload
    limits = requirement?.limits
    self.declaration = declaration
    decoder = { json, fromForm, references throws(PayloadError) in
      let payload = try json.decode(Payload.self, fromForm: fromForm, references: references)
      try requirement?.check(payload)
      return payload
    }
  }

  /// The same event with another rule for presses, for people, for files, or for how often.
  init(
    _ other: EventDescriptor, presses: PressRule? = nil, rule: IdentityRule? = nil, files: FileRule? = nil,
    limit: EventLimit? = nil
  ) {
    (label, payloadType, isBare, payload) = (other.label, other.payloadType, other.isBare, other.payload)
    (limits, declaration, decoder) = (other.limits, other.declaration, other.decoder)
    self.presses = presses ?? other.presses
    identityRule = rule ?? other.identityRule
    self.files = files ?? other.files
    self.limit = limit ?? other.limit
  }

  /// Reads the event's payload. `references` are the values that references in the data stand for. Throws `PayloadError`
  /// naming the field.
  func payload(
    from json: JSON, fromForm: Bool, references: [String: any Sendable] = [:]
  ) throws(PayloadError) -> any Sendable { try decoder(json, fromForm, references) }

  /// Where it was declared, as `Module/File.swift:12:34`.
  package var place: String { declaration.place }

  /// The label.
  public var description: String { label }

  /// Whether both have the same label, type and place of declaration.
  public static func == (left: EventDescriptor, right: EventDescriptor) -> Bool {
    left === right || (left.label == right.label && left.declaration == right.declaration)
  }
  /// Hashes the label.
  public func hash(into hasher: inout Hasher) { hasher.combine(label) }
}

/// Where a name was declared, and for which type. It distinguishes names with equal labels.
struct Declaration: Hashable, Sendable {
  private let fileID: StaticString
  private let line: UInt
  private let column: UInt
  /// Generic code declares one name for each type, all at the same place.
  private let type: ObjectIdentifier

  init(of type: Any.Type, _ fileID: StaticString, _ line: UInt, _ column: UInt) {
    self.fileID = fileID
    self.line = line
    self.column = column
    self.type = ObjectIdentifier(type)
  }

  var place: String { "\(fileID):\(line):\(column)" }

  static func == (left: Declaration, right: Declaration) -> Bool {
    left.line == right.line && left.column == right.column && left.type == right.type
      && left.fileID.description == right.fileID.description
  }
  func hash(into hasher: inout Hasher) { hasher.combine(line) }

  /// An order that is the same in every run.
  static func precedes(_ left: Declaration, _ right: Declaration) -> Bool {
    (left.fileID.description, left.line, left.column) < (right.fileID.description, right.line, right.column)
  }
}

/// The payload of an event, or the value of shared data, that carries no data.
public struct NoData: Codable, Sendable, Hashable {
  /// The only value.
  public init() {}
  /// Ignores whatever was sent.
  public init(from decoder: any Decoder) {}
}
