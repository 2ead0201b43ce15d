import EspalierTestSupport
import Testing

@testable import Espalier

/// Dialogs as values, and the dialogs of a tree that wait for a press.
@Suite struct DialogTests {
  private struct Plant: Content, Identifiable {
    static let remove = Event<Int>("remove")
    let id: Int
    var html: HTML { "<button \(Self.remove, sends: id)>Remove</button>" }
  }

  private final class Bed: ContainerModel {
    var answers: [String] = []
    override func didLoad() {
      add([Plant(id: 1), Plant(id: 2)])
      on(Plant.remove) { bed, id in
        bed.present(.alert("Remove?", actions: [.init("no", "No", .cancel), .init("yes", "Yes", .destructive)])) {
          bed, action in
          bed.answers.append(action)
          guard action == "yes" else { return }
          bed.present(.alert("Really?", actions: [.init("\(id)", "Yes")])) { $0.answers.append($1) }
        }
      }
    }
  }

  private let bed = Bed(id: "bed")
  private let tree: Tree

  init() {
    let root = ContainerModel()
    root.add(bed)
    tree = Tree(root)
    _ = tree.flushAll()
  }

  /// Presses the button of the first plant, and returns the dialog that its sender sees.
  private func opened() throws -> PresentedDialog {
    _ = try tree.receive("remove", from: "bed/1", data: 1)
    return try #require(tree.takeDialogChanges().dialogs.first)
  }

  private func press(_ action: String, in dialog: PresentedDialog) throws(DeliveryError) -> [DialogChange] {
    _ = try tree.receive(
      WireName.dialogPress, from: dialog.address, data: ["dialog": .string(dialog.id), "action": .string(action)])
    return tree.takeDialogChanges()
  }

  @Test func `actions are in the order plain, destructive, cancel, whatever their titles are (ACT-04)`() {
    let actions: [Dialog.Action] = [
      .init("c", "Same", .cancel), .init("d1", "Same", .destructive), .init("1", "Same"),
      .init("d2", "d2", .destructive), .init("2", "Same"),
    ]
    let sheet = Dialog.sheet("Title", "Message", actions: actions)
    #expect(sheet.style == .sheet && sheet.title == "Title" && sheet.message == "Message")
    #expect(sheet.actions.map(\.id) == ["1", "2", "d1", "d2", "c"] && sheet.repeated == [])
    #expect(Dialog.alert("Title").style == .alert)
  }

  @Test func `two actions with the same title are told apart by their ids; a repeated id is reported (H-D8)`() throws {
    let dialog = Dialog.alert("?", actions: [.init("a", "Yes"), .init("a", "No"), .init("b", "Yes")])
    #expect(dialog.actions.map(\.title) == ["Yes", "Yes"] && dialog.repeated == ["a"])
    bed.on(Plant.remove) { bed, _ in bed.present(dialog) { $0.answers.append($1) } }
    let shown = try opened()
    #expect(
      tree.takeDiagnostics().map(\.description) == [
        "the dialog \"?\" of \"bed\" has several actions with the id a; only the first is shown"
      ])
    #expect(try press("b", in: shown).count == 1 && bed.answers == ["b"])
  }

  @Test func `a press asks the node once, and the next dialog is shown instead (ACT-05)`() throws {
    let first = try opened()
    #expect(first.address == "bed" && first.dialog.title == "Remove?")
    let changes = try press("yes", in: first)
    let second = try #require(changes.dialogs.first)
    #expect(changes == [.ended(first.id, origin: "bed/1"), .presented(second)])
    #expect(bed.answers == ["yes"] && !tree.isOpen(first) && tree.isOpen(second))
    #expect(try press("1", in: second) == [.ended(second.id, origin: "bed/1")])
    #expect(bed.answers == ["yes", "1"])
  }

  @Test func `a press in a dialog that is over changes nothing and says so (ACT-05)`() throws {
    let dialog = try opened()
    #expect(try press("no", in: dialog) == [.ended(dialog.id, origin: "bed/1")])
    #expect(try press("yes", in: dialog) == [.over(dialog.id)])
    #expect(bed.answers == ["no"])
    _ = try tree.receive(
      WireName.dialogPress, from: "nowhere", data: ["dialog": "unknown", "action": "yes"])
    #expect(
      tree.takeDialogEffects() == [
        .dismiss("unknown", goingTo: nil), .notice("This question is over, so nothing has changed."),
      ])
  }

  @Test func `a dialog is over when its node has left the page`() throws {
    let dialog = try opened()
    #expect(tree.isOpen(dialog))
    tree.root.remove(bed)
    #expect(!tree.isOpen(dialog))
    #expect(try press("yes", in: dialog) == [.over(dialog.id)] && bed.answers == [])
  }

  @Test func `a press of an action that the dialog does not have is refused with those that it has`() throws {
    let dialog = try opened()
    #expect {
      _ = try press("maybe", in: dialog)
    } throws: {
      $0 as? DeliveryError
        == .notOffered(PayloadError(field: "data.action", reason: "must be one of yes, no"))
    }
    #expect(throws: DeliveryError.self) {
      _ = try tree.receive(WireName.dialogPress, from: "bed", data: ["dialog": "x"])
    }
    #expect(tree.isOpen(dialog), "a refused press does not end the dialog")
  }

  @Test func `a dialog without actions has one that closes it`() throws {
    bed.on(Plant.remove) { bed, id in bed.present(.alert("Plant \(id)")) }
    #expect(try opened().dialog.actions == [.init("ok", "OK", .cancel)])
  }

  @Test func `outside of an event there is no viewer, so a dialog is reported and not shown`() {
    bed.present(.alert("Hello"))
    #expect(tree.takeDialogChanges() == [])
    #expect(
      tree.takeDiagnostics().map(\.description) == [
        "the dialog \"Hello\" of \"bed\" has no viewer: present it in the handler of an event, whose sender sees it"
      ])
    Bed().present(.alert("Hello"))
  }

  @Test func `at most 256 dialogs of a page are open; then the oldest is over`() throws {
    let dialogs = try (0...OpenDialogs.most).map { _ in try opened() }
    #expect(dialogs.count { tree.isOpen($0) } == OpenDialogs.most && !tree.isOpen(dialogs[0]))
    #expect(Set(dialogs.map(\.id)).count == dialogs.count && dialogs.allSatisfy { $0.id.utf8.count == 32 })
  }

  @Test func `an open dialog keeps nothing of a page that has ended`() throws {
    weak var gone: Bed?
    do {
      let root = Bed()
      gone = root
      let tree = Tree(root)
      _ = tree.flushAll()
      _ = try tree.receive("remove", from: "1", data: 1)
      #expect(tree.takeDialogChanges().count == 1)
    }
    #expect(gone == nil)
  }

  @Test func `the markup has a name, a description, the focus on a harmless action, and a button for Escape`() throws {
    let html = String(decoding: HTMLDialect(events: "/e").dialog(try opened()), as: UTF8.self)
    #expect(html.contains(#"<dialog open data-modal class="e-dialog e-alert" id="~dialog:"#))
    #expect(html.contains(#"role="alertdialog""#) && html.contains(":title\">Remove?</h2>"))
    #expect(html.contains(#"form="~form" formaction="/e?node=bed&amp;event=~dialog""#))
    let buttons = html.split(separator: "<button ").dropFirst()
    #expect(buttons.map { $0.contains("autofocus") } == [false, true])
    #expect(buttons.map { $0.contains("data-cancel") } == [false, true])
    #expect(buttons.first?.contains("e-action-destructive") == true)
  }
}

extension [DialogChange] {
  fileprivate var dialogs: [PresentedDialog] {
    compactMap { if case .presented(let dialog) = $0 { dialog } else { nil } }
  }
}
