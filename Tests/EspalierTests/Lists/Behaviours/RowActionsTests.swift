import EspalierTestSupport
import Testing

@testable import Espalier

/// The menu of actions beside each row.
@Suite struct RowActionsTests {
  private final class Garden: ContainerModel {
    var done: [String] = []
  }

  private let garden = Garden(id: "garden")
  private let editing = Editing()
  private let tree: Tree
  private let isOffered = Box(true)

  init() {
    let root = ContainerModel()
    root.add(garden)
    garden.add(["fig", "sage"].map { Row(id: $0, text: $0) })
    tree = Tree(root)
    _ = tree.flushAll()
  }

  private func addActions() {
    garden.add(editing)
    garden.add(
      RowActions([
        .init("water", "Water", when: { [isOffered] _ in isOffered.value }, to: Garden.self) { garden, row in
          garden.done.append("water \(row.key)")
        },
        .init("open", "Open") { row in row.present(.alert("More")) },
        .init(
          "remove", "Remove", .destructive, asking: { .alert("Remove \($0.key)?") }, to: Garden.self
        ) { garden, row in garden.remove(row) },
      ]))
    _ = tree.flushAll()
  }

  private func choose(_ action: String, _ row: String = "fig") throws -> PresentedDialog? {
    _ = try tree.receive("chooseAction", from: "garden/\(row)", data: .string(action))
    _ = tree.flushAll()
    return tree.takeDialogChanges().dialogs.first
  }

  private func press(_ action: String, in dialog: PresentedDialog) throws -> [DialogChange] {
    _ = try tree.receive(
      WireName.dialogPress, from: dialog.address, data: ["dialog": .string(dialog.id), "action": .string(action)])
    _ = tree.flushAll()
    return tree.takeDialogChanges()
  }

  private func source(_ row: String) -> String {
    garden.descendant(at: row)?.asCell?.snapshot?.html.source ?? ""
  }

  @Test func `an action runs with its row, wherever the row has gone meanwhile (H-E15)`() throws {
    addActions()
    let dialog = try #require(try choose("remove", "fig"))
    garden.add(CellModel(Row(id: "new")), at: .first)
    garden.children.move(garden.children[1], to: 2)
    _ = tree.flushAll()
    _ = try press("yes", in: dialog)
    #expect(garden.children.map(\.key) == ["new", "sage"])
    _ = try choose("water", "sage")
    #expect(garden.done == ["water sage"])
  }

  @Test func `a row shows its actions in order, with titles and roles; without actions there is no menu (ACT-03)`()
    throws
  {
    #expect(!source("fig").contains("e-menu"))
    addActions()
    let html = source("fig")
    #expect(html.contains("<summary aria-label=\"Actions for fig\">") && html.contains("e-menu e-tools"))
    #expect(
      html.matches(of: /e-item-(\w+)".*?aria-label="(.*?)">(.*?)<\/button>/).map { "\($0.1) \($0.2) \($0.3)" } == [
        "plain Water: fig Water", "plain Open: fig Open", "destructive Remove: fig Remove",
      ])
    isOffered.value = false
    garden.children[0].setNeedsTools()
    _ = tree.flushAll()
    #expect(!source("fig").contains("Water"))
  }

  @Test func `choosing an action runs it, ends editing, and shows the dialog that it presents (ACT-03)`() throws {
    addActions()
    editing.isOn = true
    #expect(try choose("water", "sage") == nil)
    #expect(garden.done == ["water sage"] && !editing.isOn)
    editing.isOn = true
    #expect(try choose("open")?.dialog.title == "More")
    #expect(!editing.isOn)
  }

  @Test func `a question comes first, and only an answer that does not cancel runs the action (ACT-03)`() throws {
    addActions()
    editing.isOn = true
    let question = try #require(try choose("remove"))
    #expect(question.dialog.title == "Remove fig?")
    #expect(question.dialog.actions.map(\.title) == ["Remove", "Cancel"])
    #expect(question.dialog.actions.map(\.role) == [.destructive, .cancel])
    #expect(try press("cancel", in: question) == [.ended(question.id, origin: "garden/fig")])
    #expect(garden.children.count == 2 && editing.isOn)
    _ = try press("yes", in: try #require(try choose("remove")))
    #expect(garden.children.map(\.key) == ["sage"] && !editing.isOn)
  }

  @Test func `a question with its own actions runs the action unless it is cancelled`() throws {
    garden.add(
      RowActions([
        .init(
          "move", "Move",
          asking: { _ in .sheet("Where?", actions: [.init("bed", "Bed"), .init("no", "No", .cancel)]) },
          to: Garden.self
        ) { garden, row in garden.done.append(row.key) }
      ]))
    _ = tree.flushAll()
    _ = try press("no", in: try #require(try choose("move")))
    #expect(garden.done == [])
    _ = try press("bed", in: try #require(try choose("move")))
    #expect(garden.done == ["fig"])
  }

  @Test func `an action that the row does not have any more is refused with those that it has (ACT-03)`() throws {
    addActions()
    isOffered.value = false
    #expect(
      throws: DeliveryError.refused(PayloadError(field: "data", reason: "must be one of open, remove"))
    ) { try choose("water") }
    #expect(garden.done == [])
  }

  @Test func `an action that the row loses during its question does not run, and a notice says so`() throws {
    let has = Box(true)
    garden.add(
      RowActions([
        .init("cut", "Cut", when: { _ in has.value }, asking: { _ in .alert("Cut?") }, to: Garden.self) { garden, row in
          garden.done.append(row.key)
        }
      ]))
    _ = tree.flushAll()
    let question = try #require(try choose("cut"))
    has.value = false
    #expect(try press("yes", in: question).contains(.over(question.id)))
    #expect(garden.done == [])
    garden.children[0].setNeedsTools()
    _ = tree.flushAll()
    #expect(throws: DeliveryError.refused(PayloadError(field: "data", reason: "the row has no actions"))) {
      try choose("cut")
    }
  }

  @Test func `two actions with one id, and no actions, are reported when the plugin is added`() {
    let none = RowActions([])
    let actions = RowActions([.init("a", "A") { _ in }, .init("a", "B") { _ in }])
    garden.remove(garden.add(none))
    garden.add(actions)
    #expect(actions.actions.map(\.title) == ["A"])
    #expect(
      tree.takeDiagnostics().map(\.description) == [
        "the plugin RowActions of \"garden\" has no actions; give it one, or do not add it",
        "the plugin RowActions of \"garden\" has several actions with the id a; only the first is shown",
      ])
  }

  @Test func `actions have two sides, and an id that repeats on the other side is reported (H-E13)`() throws {
    func action(_ id: String) -> RowActions.Action {
      .init(id, id, to: Garden.self) { garden, row in garden.done.append("\(id) \(row.key)") }
    }
    let mixed = RowActions([action("plain")], leading: [action("first")], trailing: [action("last")])
    #expect(mixed.actions(of: CellModel(Label("a"))).map(\.id) == ["first", "plain", "last"])
    garden.add(
      RowActions(
        leading: ["delete", "info", "apply"].map(action), trailing: ["edit", "more", "flag", "info"].map(action)))
    _ = tree.flushAll()
    let reports = tree.takeDiagnostics().map(\.description)
    #expect(reports.count == 1 && reports.first?.contains("several actions with the id info") == true)
    let html = source("fig")
    #expect(html.contains("e-menu e-tools e-swipe"))
    #expect(
      html.matches(of: /e-item-plain( e-lead)?"/).map { $0.1 != nil } == [true, true, true, false, false, false])
    for id in ["delete", "info", "apply", "edit", "more", "flag"] { _ = try choose(id) }
    #expect(garden.done == ["delete fig", "info fig", "apply fig", "edit fig", "more fig", "flag fig"])
  }

  @Test func `a row says which actions it has, and others are refused with those (E14, PLG-05)`() throws {
    struct Letter: Content, Identifiable {
      let id: String
      var traits: RowTraits { RowTraits(actionIDs: id == "sealed" ? ["open"] : nil) }
      var html: HTML { "\(id)" }
    }
    garden.add([Letter(id: "sealed"), Letter(id: "free")])
    _ = tree.flushAll()
    #expect(tree.takeDiagnostics().map(\.description).first?.contains("RowActions") == true, "the plugin is missing")
    addActions()
    #expect(source("sealed").contains("Open") && !source("sealed").contains("Water"))
    #expect(source("free").contains("Water"))
    #expect(throws: DeliveryError.refused(PayloadError(field: "data", reason: "must be one of open"))) {
      try choose("water", "sealed")
    }
  }

  @Test func `an action without its container is reported`() throws {
    final class Elsewhere: ContainerModel {}
    garden.add(RowActions([.init("a", "A", to: Elsewhere.self) { _, _ in }]))
    _ = tree.flushAll()
    _ = try choose("a")
    #expect(
      tree.takeDiagnostics().map(\.description) == [
        "the plugin RowActions of \"garden/fig\" needs a container for the action a that is not above the row"
      ])
  }
}

extension [DialogChange] {
  fileprivate var dialogs: [PresentedDialog] {
    compactMap { if case .presented(let dialog) = $0 { dialog } else { nil } }
  }
}
