/// A plugin that gives each row a menu of actions.
///
/// ```swift
/// list.add(RowActions([
///   .init("water", "Water", to: PlantList.self) { list, row in list.water(row) },
///   .init(
///     "remove", "Remove…", .destructive, asking: { _ in .alert("Remove the plant?", "You cannot undo this.") },
///     to: PlantList.self
///   ) { list, row in list.remove(row) },
/// ]))
/// ```
///
/// The menu opens from a button beside the row, by pointer or keyboard, also without JavaScript. Viewers see the actions
/// in the order of the declaration. An action may present a dialog. After an action has run, the rows around it are not
/// edited any more; see ``Editing``.
///
/// Actions with a side can also be swiped: a finger that swipes the row reveals the actions of that side, and a full swipe
/// runs the first of them. The menu has all actions, the leading ones first. A content can say which actions its row has;
/// see ``RowTraits``.
///
/// If two actions have the same id, the second is left out and reported when the plugin is added. A plugin without
/// actions is reported too. When somebody chooses an action that the row does not have any more, the server refuses it
/// with the actions that the row has. Cost: a row's menu is part of the row's markup.
public final class RowActions: Plugin {
  /// The event that a row's menu sends. The data is the id of the action.
  public static let choose = Event<String>("chooseAction")

  /// The actions in order.
  let actions: [Action]
  /// The ids of the actions at the leading side.
  private let leading: Set<String>
  /// Whether a finger can reveal the actions.
  private let hasSwipes: Bool
  /// The ids that two actions of the declaration have.
  private let repeated: [String]

  /// A menu with the leading actions, those without a side, and the trailing ones, in this order. The leading actions are
  /// revealed by a swipe away from the start of the line, the trailing ones by a swipe away from its end. Beside actions with a
  /// side, those without count as trailing.
  public init(_ actions: [Action] = [], leading: [Action] = [], trailing: [Action] = []) {
    self.leading = Set(leading.map(\.id))
    hasSwipes = !leading.isEmpty || !trailing.isEmpty
    let actions = leading + actions + trailing
    var seen: Set<String> = []
    self.actions = actions.filter { seen.insert($0.id).inserted }
    var counted: Set<String> = []
    repeated = actions.map(\.id).filter { !counted.insert($0).inserted }
  }

  /// The actions that a row has now, in order.
  func actions(of row: Node) -> [Action] {
    if Plugin.isSection(row) { return [] }
    let ids = row.traits.actionIDs
    return actions.filter { $0.isOffered(row) && ids?.contains($0.id) ?? true }
  }

  /// Answers the choices in this container's rows.
  public override func begin(in list: ContainerModel) {
    if actions.isEmpty {
      report("has no actions; give it one, or do not add it", at: list)
    }
    for id in repeated {
      report("has several actions with the id \(id); only the first is shown", at: list)
    }
    list.on(Self.choose) { [unowned self] list, id in
      guard let row = list.children.sender, let action = actions(of: row).first(where: { $0.id == id }) else { return }
      choose(action, at: row)
    }
    addToSections(of: list)
  }

  /// Removes the menus from the sections of a source too.
  public override func end(in list: ContainerModel) { removeFromSections(of: list) }

  /// The button that opens the menu, and the menu.
  public override func tools(for row: Node, named name: String) -> HTML {
    let actions = actions(of: row)
    if actions.isEmpty { return HTML() }
    let items: [HTML] = actions.map { action in
      """
      <button class="e-item e-item-\(action.role.rawValue)\(leading.contains(action.id) ? " e-lead" : "")" \(Self.choose, sends: action.id) \
      aria-label="\(action.title): \(name)">\(action.title)</button>
      """
    }
    return """
      <details class="e-menu e-tools\(hasSwipes ? " e-swipe" : "")"><summary aria-label="\(row.pageLanguage.words.text(.rowActions, ["name": name]))">\
      </summary><div class="e-items">\(items)</div></details>
      """
  }

  /// `e-has-menu` for rows with actions.
  public override func classes(of row: Node) -> String { actions(of: row).isEmpty ? "" : "e-has-menu" }

  /// Gives new sections of a source the plugin too.
  public override func rowsChanged(in list: ContainerModel) { addToSections(of: list) }

  private func choose(_ action: Action, at row: Node) {
    guard let question = action.question(row) else { return run(action, at: row) }
    row.present(question.confirming(action, in: row.pageLanguage.words)) { [weak self] row, answer in
      guard let self, question.isAgreed(by: answer) else { return }
      // The row may have lost the action while the viewer was reading.
      guard let current = actions(of: row).first(where: { $0.id == action.id }) else {
        return refuseLateAnswer(at: row)
      }
      run(current, at: row)
    }
  }

  private func run(_ action: Action, at row: Node) {
    let containers = row.containersAbove
    if !action.run(row) {
      report("needs a container for the action \(action.id) that is not above the row", at: row)
    }
    for container in containers { container.children.plugin(Editing.self)?.isOn = false }
  }

  /// The choice of an action.
  public override var events: [EventDescriptor] { [Self.choose.name] }

  /// Refuses an action that the row does not have.
  public override func refusal(of event: AnyEvent, at row: Node) -> EventRefusal? {
    let ids = actions(of: row).map(\.id)
    guard let id = event.payload(of: Self.choose), !ids.contains(id) else { return nil }
    return .data(nil, ids.isEmpty ? "the row has no actions" : "must be one of \(ids.joined(separator: ", "))")
  }
}

extension Dialog {
  /// The id of the action that a question without actions gets for "yes".
  private static let agreement = "yes"

  /// The question before an action, with a way to agree and one to cancel.
  fileprivate func confirming(_ action: RowActions.Action, in words: Words) -> Dialog {
    guard actions.isEmpty else { return self }
    return adding(Action(Self.agreement, action.title, action.role == .destructive ? .destructive : .plain))
      .adding(Action("cancel", words[.cancel], .cancel))
  }

  /// Whether an answer to the question does not cancel.
  fileprivate func isAgreed(by answer: String) -> Bool {
    actions.isEmpty ? answer == Self.agreement : actions.contains { $0.id == answer && $0.role != .cancel }
  }
}

extension Node {
  /// The containers that hold this node, from the inner one to the root.
  var containersAbove: [ContainerModel] {
    var containers: [ContainerModel] = []
    while let next = (containers.last ?? self).parent { containers.append(next) }
    return containers
  }
}
