import Testing

@testable import Espalier

/// What screen readers hear of a row, from its content and from its plugins.
@Suite struct AccessibleRowTests {
  private struct Letter: Content, Identifiable {
    static let open = Event<NoData>("open")
    let id: String
    var answers = 3
    var html: HTML { "<span>To \(id)</span><button \(Self.open)>Open</button>" }
    var traits: RowTraits {
      RowTraits(
        canFold: true, label: "Letter to \(id)", value: "\(answers) answers",
        hint: answers == 0 ? nil : "Shows \"the\" answers")
    }
  }
  private struct Parcel: Content, Identifiable {
    let id: String
    var html: HTML { "<strong>Parcel</strong> from Ada" }
  }

  private let list = ContainerModel(id: "list")
  private let tree: Tree

  init() {
    tree = Tree(list)
    list.add(CellModel(Letter(id: "Ada")))
    _ = tree.flushAll()
  }

  private func html(_ row: String = "Ada") -> String {
    _ = tree.flushAll()
    return list.descendant(at: row)?.asCell?.snapshot?.html.source ?? ""
  }

  @Test func `label, value and hint are in the button that selects the row, and others use the label (E35, PLG-11)`() {
    list.add(Selection(.multiple))
    list.add(RowActions([.init("burn", "Burn") { _ in }]))
    list.add(Reordering())
    let markup = html()
    #expect(markup.contains("aria-label=\"Letter to Ada, 3 answers\" title=\"Shows &quot;the&quot; answers\""))
    for text in ["Burn: Letter to Ada", "Move Letter to Ada", "Actions for Letter to Ada"] {
      #expect(markup.contains("aria-label=\"\(text)"), "\(text)")
    }
    (list.children.first as? CellModel<Letter>)?.content.answers = 0
    #expect(html().contains("aria-label=\"Letter to Ada, 0 answers\"></button>"))
  }

  @Test func `the actions of the content and of all plugins are there, and each has its event (H-E18)`() {
    list.add(Selection(.momentary))
    list.add(RowActions([.init("burn", "Burn") { _ in }]))
    #expect(html().contains(">Open</button>"))
    let all = list.children.first?.asCell?.snapshot?.html.controls.map(\.event.label) ?? []
    #expect(Set(all) == ["open", "select", "chooseAction"])
  }

  @Test func `a row without a label is called by its text, and a row that folds says whether it is open (E35)`() {
    list.add(Selection(.single))
    list.add(CellModel(Parcel(id: "parcel")))
    let folder = ContainerModel(id: "folder")
    folder.header = CellModel(Letter(id: "Ben"))
    folder.add(Row(id: "x"))
    list.add(folder)
    list.add(Folding())
    #expect(html("parcel").contains("aria-label=\"Parcel\"></button>"))
    let header = html("folder/header")
    #expect(header.contains("Letter to Ben") && header.contains("aria-expanded=\"false\""))
  }
}
