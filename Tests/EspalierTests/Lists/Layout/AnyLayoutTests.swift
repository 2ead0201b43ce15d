import Testing

@testable import Espalier

/// Any container takes any layout, and needs no other type for it.
@Suite struct AnyLayoutTests {
  /// The kinds of containers, each with a few rows.
  enum Kind: String, CaseIterable {
    case plain, empty, framed, hiding, sticky, growing, refreshing, selecting, reordering, asValue, nested,
      nestedApart
  }

  static let layouts: [Layout] = [
    .list, .flow, .grid, .grid(columns: 3), .waterfall(columns: 2), .strip, Layout(classes: "own"),
    .waterfall(columns: 4).margins(top: 4, left: 8).intervals(6).separated(),
  ]

  private static func rows(_ name: String) -> [Tall] { (1...4).map { Tall(id: "\(name)\($0)", height: 20 * $0) } }

  private func make(_ kind: Kind) -> ContainerModel {
    if kind == .empty { return ContainerModel() }
    if kind == .asValue {
      return ContainerModel(
        ListSection("value", header: Title(text: "Value"), footer: Note(text: "End")) {
          Self.rows("v")
          ListSection("inner") { Self.rows("i") }
        })
    }
    let container = ContainerModel()
    container.add(Self.rows("r"))
    dress(container, as: kind)
    return container
  }

  private func dress(_ container: ContainerModel, as kind: Kind) {
    switch kind {
    case .plain, .empty, .asValue: break
    case .framed:
      container.header = CellModel(Title(text: "Header"))
      container.footer = CellModel(Note(text: "Footer"))
    case .hiding: container.children[1].isHidden = true
    case .sticky: container.add(CellModel(Tall(id: "pinned", height: 30, isPinned: true)), at: .first)
    case .growing:
      container.footer = .loadMore
      container.onLoad(.more, from: { _ in 0 }) {
        $0
      } then: { _, _ in
        .noMore
      }
    case .refreshing:
      container.header = .refreshButton
      container.onLoad(.refresh, from: { _ in 0 }) {
        $0
      } then: { _, _ in
        .noMore
      }
    case .selecting: container.add(Selection(.multiple))
    case .reordering: container.add(Reordering())
    case .nested, .nestedApart:
      let inner = ContainerModel(id: "inner")
      if kind == .nestedApart { inner.layout = .grid(columns: 2) }
      inner.add(Self.rows("i"))
      container.add(inner)
    }
  }

  @Test(arguments: Kind.allCases, layouts)
  func `any container takes one layout after another and keeps its elements`(kind: Kind, first: Layout) throws {
    let root = ContainerModel()
    let container = make(kind)
    container.layout = first
    root.add(container)
    var viewed = try Viewed(root)
    for layout in Self.layouts + [first] {
      let before = viewed.elements
      let wasThere = container.layout == layout
      container.layout = layout
      let changes = try viewed.flush()
      #expect(changes.operations.isEmpty == wasThere && changes.operations.allSatisfy(\.isRelayout))
      let now = viewed.elements
      #expect(!before.isEmpty && before.count == now.count && zip(before, now).allSatisfy { $0 === $1 })
      #expect(try viewed.fault() == nil)
      #expect(try viewed.faultInDOM() == nil)
      #expect(viewed.snapshot.children[0].classes == container.resolvedLayout.classes)
    }
    #expect(viewed.tree.takeDiagnostics().isEmpty)
  }

  @Test(arguments: Kind.allCases, layouts)
  func `under any layout rows are inserted, updated, moved and removed, and all others stay`(kind: Kind, layout: Layout)
    throws
  {
    let container = make(kind)
    container.layout = layout
    var viewed = try Viewed(container)
    let cell = CellModel(Tall(id: "new", height: 60))
    let others = viewed.elements
    func check(_ change: () -> Void) throws {
      change()
      let changes = try viewed.flush()
      #expect(!changes.isEmpty)
      let now = Set(viewed.elements.map(ObjectIdentifier.init))
      #expect(others.allSatisfy { now.contains(ObjectIdentifier($0)) })
      #expect(try viewed.fault() == nil)
      #expect(try viewed.faultInDOM() == nil)
    }
    try check { container.add(cell) }
    try check { cell.content.height = 80 }
    if container.children.count > 1 { try check { container.children.move(cell, to: 0) } }
    try check { container.remove(cell) }
    #expect(viewed.tree.takeDiagnostics().isEmpty)
  }
}

extension ChangeSet.Operation {
  fileprivate var isRelayout: Bool { if case .relayout = self { true } else { false } }
}
