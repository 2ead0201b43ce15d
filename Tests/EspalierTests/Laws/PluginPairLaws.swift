import EspalierTestSupport
import Testing

@testable import Espalier

/// Every pair of plugins on one list: whatever people press and whatever happens to the list, viewers have the same page
/// as one that loads it, and no plugin is silent.
@Suite struct PluginPairLaws {
  enum Kind: Int, CaseIterable {
    case selection, reordering, editing, actions, folding, prefetching, scrolling, highlighting

    func plugin(_ heard: Box<Set<String>>) -> Plugin {
      switch self {
      case .selection: Selection(.multiple)
      case .reordering: Reordering()
      case .editing: Editing()
      case .actions:
        RowActions([
          .init("note", "Note") { _ in heard.value.insert("actions") },
          .init("late", "Late", when: { $0.key.count > 2 }) { _ in },
        ])
      case .folding: Folding()
      case .prefetching:
        Prefetching { id in
          id
        } then: { _, _, _ in
        }
      case .scrolling: Scrolling()
      case .highlighting: Highlighting()
      }
    }

    /// What a person's press on one of its tools sends, or what the browser reports; nil if the plugin receives nothing.
    func press(_ row: Node, _ random: inout SeededRandom) -> (event: String, data: JSON)? {
      switch self {
      case .selection: ("select", .bool(Bool.random(using: &random)))
      case .reordering: ("move", ["by": .int(Int64.random(in: -1...1, using: &random))])
      case .editing: ("deleteRow", .null)
      case .actions: ("chooseAction", "note")
      case .folding: ("fold", .bool(Bool.random(using: &random)))
      case .prefetching:
        (
          "visibility",
          [Bool.random(using: &random) ? "appeared" : "disappeared": [.string(row.address)]]
        )
      case .scrolling: ("scrolled", ["moments": [Bool.random(using: &random) ? "began" : "ended"]])
      case .highlighting: nil
      }
    }
  }

  private struct Leaf: Content, Identifiable {
    let id: String
    var text = ""
    var traits: RowTraits { RowTraits(canDelete: true, canMove: true, prefetched: [id]) }
    var html: HTML { "<b>\(id)</b>\(text)" }
  }

  private struct Folder: Content {
    var name: String
    var traits: RowTraits { RowTraits(canDelete: true, canMove: true, canFold: true) }
    var html: HTML { "<b>\(name)</b>" }
  }

  static let pairs = Kind.allCases.flatMap { one in
    Kind.allCases.filter { $0.rawValue > one.rawValue }.map { (one, $0) }
  }

  @Test(arguments: pairs)
  func `after random presses and random changes of the list, patching old gives new, and no plugin is silent`(
    one: Kind, other: Kind
  ) throws {
    var seen: Set<String> = []
    for seed in seeds(1000 / Self.pairs.count) {
      // The second half adds them in the other order.
      let kinds = seed % 2 == 0 ? [one, other] : [other, one]
      try run(kinds, seed, &seen)
    }
    let expected = Set([one, other].map(\.name))
    #expect(expected.isSubset(of: seen), "\(expected.subtracting(seen)) is silent")
  }

  private func run(_ kinds: [Kind], _ seed: Int, _ seen: inout Set<String>) throws {
    var random = SeededRandom(state: UInt64(seed))
    let heard = Box<Set<String>>([])
    let (root, list) = (ContainerModel(), ContainerModel(id: "list"))
    for kind in kinds { list.add(kind.plugin(heard)) }
    list.children.plugin(Editing.self)?.isOn = true
    root.on(Selection.didSelect) { _, _ in heard.value.insert("selection") }
    root.on(Reordering.didMove) { _, _ in heard.value.insert("reordering") }
    root.on(Editing.didDelete) { _, _ in heard.value.insert("editing") }
    root.on(Folding.didFold) { _, _ in heard.value.insert("folding") }
    root.on(Prefetching.began) { _, _ in heard.value.insert("prefetching") }
    root.on(Scrolling.scrolled) { _, _ in heard.value.insert("scrolling") }
    for index in 0..<4 { list.add(index % 2 == 0 ? folder("f\(index)") : CellModel(Leaf(id: "r\(index)"))) }
    root.add(list)
    var viewed = try Viewed(root, hasDOM: seed % 5 == 0)
    for step in 0..<12 {
      change(list, step, &random)
      try viewed.flush()
      let kind = kinds[Int.random(in: 0...1, using: &random)]
      if let row = shownRows(list).randomElement(using: &random) {
        let sender =
          switch kind {
          case .prefetching: root
          case .scrolling: list
          default: (row as? ContainerModel)?.headerNode ?? row
          }
        if let (event, data) = kind.press(row, &random) {
          // A row may refuse the event, such as a folder without rows.
          _ = try? viewed.tree.receive(event, from: sender.address, data: data)
        } else if let highlighting = list.children.plugin(Highlighting.self) {
          highlighting.highlight(row, for: .seconds(3600))
          if highlighting.isHighlighted(row) { heard.value.insert("highlighting") }
        }
      }
      try viewed.flush()
      let fault = try viewed.fault() ?? viewed.faultInDOM()
      try #require(fault == nil, "\(kinds), seed \(seed), step \(step): \(fault ?? "")")
      // Editing brings a Reordering of its own.
      let isSecond = Set([kinds[0], kinds[1]]) == [.reordering, .editing]
      let reports = viewed.tree.takeDiagnostics().filter {
        switch $0 {
        case .missingPlugin: false
        case .plugin("Reordering", _, _): !isSecond
        default: true
        }
      }
      try #require(reports == [], "\(kinds), seed \(seed), step \(step)")
    }
    seen.formUnion(heard.value)
  }

  private func shownRows(_ list: ContainerModel) -> [Node] { list.children.filter { $0.isShown } }

  private func folder(_ id: String) -> ContainerModel {
    let folder = ContainerModel(id: id)
    folder.header = CellModel(Folder(name: id))
    folder.add([Leaf(id: "\(id)x"), Leaf(id: "\(id)y")])
    return folder
  }

  private func change(_ list: ContainerModel, _ step: Int, _ random: inout SeededRandom) {
    switch Int.random(in: 0..<10, using: &random) {
    case 0: list.add(Leaf(id: "n\(step)"))
    case 1: list.add(folder("g\(step)"), at: .first)
    case 2: list.children.randomElement(using: &random).map { list.remove($0) }
    case 3: list.children.randomElement(using: &random)?.isHidden.toggle()
    case 4: if list.children.count > 1 { list.children.move(list.children[0], to: list.children.count - 1) }
    case 5: ((list.children.randomElement(using: &random)) as? CellModel<Leaf>)?.content.text = "\(step)"
    case 6: ((list.children.randomElement(using: &random)) as? ContainerModel)?.add(Leaf(id: "m\(step)"))
    case 7: ((list.children.randomElement(using: &random)) as? ContainerModel)?.children.removeAll()
    case 8:
      let (here, inner) = (list.childNodes, list.children.compactMap { $0 as? ContainerModel }.first)
      if let inner, let leaf = here.first(where: { $0 is CellModel<Leaf> }) { inner.add(leaf) }
    default: break
    }
  }
}

extension PluginPairLaws.Kind {
  fileprivate var name: String { "\(self)" }
}
