@testable import Espalier

/// Random methods of containers, lists as values, content changes and hiding, on one tree.
struct RandomScript {
  let root = ContainerModel()
  private(set) var log: [String] = []
  private var random: SeededRandom
  private var nextID = 0
  private var out: [Node] = []

  private let regions: [String]

  init(random: SeededRandom, regions: [String] = []) {
    self.random = random
    self.regions = regions
    root.add(regions.map { ContainerModel(id: $0) })
    for _ in 0..<12 { change() }
  }

  private var everything: [Node] {
    func below(_ node: Node) -> [Node] { [node] + ((node as? ContainerModel)?.nodes.flatMap(below) ?? []) }
    return below(root)
  }

  private mutating func pick<T>(_ items: [T]) -> T? { items.randomElement(using: &random) }

  private mutating func newNode() -> Node {
    nextID += 1
    if let region = pick(regions), Int.random(in: 0..<4, using: &random) == 0 {
      return Bool.random(using: &random) ? ContainerModel(id: region) : CellModel(Row(id: region, text: "\(nextID)"))
    }
    if Int.random(in: 0..<3, using: &random) == 0 {
      let container = ContainerModel(id: Bool.random(using: &random) ? "c\(nextID)" : nil as String?)
      container.add(Row(id: "inner", text: "\(nextID)"))
      return container
    }
    if Int.random(in: 0..<5, using: &random) == 0 {
      return Bool.random(using: &random) ? cellRow("t\(nextID)") : CellModel(Pear(id: "p\(nextID)", crates: nextID))
    }
    return CellModel(Row(id: Bool.random(using: &random) ? "r\(nextID)" : "same", text: "\(nextID)"))
  }

  private static let layouts: [Layout] = [
    .inherited, .inherited, .list, .grid, .strip, .flow, .grid(columns: 2), .waterfall(columns: 2),
    .inherited.margins(top: 3, left: 4).intervals(5), .list.separated().stickyRows(at: 6), .table(.pears),
    .table(.pears.with { $0.order = .init("crates", isDescending: true) }), .table(.pears.with { $0.caption = "" }),
    .table(.pears.with { $0.columns.append(.init("inner", "Inside")) }),
  ]

  /// Another node with the same id, with new nodes inside.
  private func copy(of node: Node) -> Node {
    guard let container = node as? ContainerModel else {
      if let tall = node as? CellModel<Tall> { return CellModel(tall.content) }
      if let pear = node as? CellModel<Pear> { return CellModel(pear.content) }
      return CellModel(Row(id: node.id ?? "", text: (node as? CellModel<Row>)?.content.text ?? ""))
    }
    let copy = ContainerModel(id: container.id)
    copy.add(container.children.map(self.copy))
    return copy
  }

  mutating func change() {
    // The root of a page with regions is not shown, so it cannot be a table.
    defer { if !regions.isEmpty { root.layout.table = nil } }
    let nodes = everything
    let containers = nodes.compactMap { $0 as? ContainerModel }
    guard let container = pick(containers) else { return }
    let node = pick(nodes.filter { $0 !== root })
    switch Int.random(in: 0..<19, using: &random) {
    case 0, 1:
      let new = newNode()
      container.add(new, at: .index(Int.random(in: 0...container.children.count, using: &random)))
      log.append("insert \(new.address)")
    case 2:
      guard let node else { return }
      log.append("remove \(node.address)")
      node.parent?.remove(node)
      out.append(node)
    case 3:
      guard let node else { return }
      log.append("move \(node.address) to \(container.address)")
      container.add(node, at: .index(Int.random(in: 0...container.children.count, using: &random)))
    case 4:
      guard let node, let parent = node.parent, !parent.children.isEmpty else { return }
      log.append("reorder \(node.address)")
      parent.children.move(node, to: Int.random(in: 0..<parent.children.count, using: &random))
    case 5:
      guard let node else { return }
      log.append("hide \(node.address)")
      node.isHidden.toggle()
    case 6:
      guard let node = out.popLast() else { return }
      container.add(node)
      log.append("return \(node.address)")
    case 7:
      // Replaces a row by a new one with the same key, of its type or another.
      guard let node, let parent = node.parent else { return }
      log.append("replace \(node.address)")
      let isContainer = node is ContainerModel
      parent.children.replace(
        node, with: isContainer ? copy(of: node) : CellModel(Row(id: node.key, text: "\(nextID)")))
    case 8:
      log.append("copy the rows of \(container.address)")
      let copies = container.children.map(copy)
      container.children.removeAll()
      container.add(copies.shuffled(using: &random))
    case 9:
      log.append("layout of \(container.address)")
      container.layout = pick(RandomScript.layouts) ?? .list
    case 10:
      log.append("header or footer of \(container.address)")
      let new = Bool.random(using: &random) ? node : pick(contents()).map { cell(for: $0) }
      if Bool.random(using: &random) { container.header = new } else { container.footer = new }
    case 11:
      let animations = animations()
      log.append("animations of \(node?.address ?? "")")
      (node ?? root).animateNextChange(animations)
    case 12, 13:
      log.append("rows of \(container.address)")
      container.set(rows: rows(), animations: animations())
    case 14:
      log.append("sections of \(container.address)")
      let section = section(1)
      container.set(section, animations: animations())
    case 15:
      log.append("line of \(node?.address ?? "")")
      node?.separator = pick([nil, .top, Layout.Separator.bottom.drawn(thickness: 2)]) ?? nil
    case 16:
      log.append("visibility of \(node?.address ?? "-")")
      node?.visibility = pick([nil, .inView, .within(screens: 2)]) ?? nil
    default:
      if let cell = node as? CellModel<Pear> { cell.content.crates += 1 }
      if let cell = node as? CellModel<Tall> { cell.content.height = Int.random(in: 0..<400, using: &random) }
      guard let cell = node as? CellModel<Row> else { return }
      cell.content.text += "!"
      log.append("change \(cell.address)")
    }
  }
}

extension RandomScript {
  private mutating func rows() -> [Row] {
    nextID += 1
    let ids = (0..<7).shuffled(using: &random).prefix(Int.random(in: 0...7, using: &random))
    // Some ids appear twice, and some texts do not change.
    return ids.map { Row(id: "v\($0 / 6 * 5 + $0 % 6)", text: "\(Bool.random(using: &random) ? nextID : 0)") }
  }

  private mutating func contents() -> [any Content] {
    nextID += 1
    return [
      Row(id: "one", text: "\(nextID)"), Title(text: "\(nextID % 3)"),
      Tall(id: "tall", height: nextID, isPinned: nextID % 2 == 0), Pear(id: "pear", crates: nextID % 3),
    ]
  }

  private func cell(for content: any Content) -> Node {
    func cell(_ content: some Content) -> Node { CellModel(content) }
    return cell(content)
  }

  private mutating func animations() -> Animations {
    let slow = Animations(insertRows: .left, deleteRows: .top, duration: .seconds(1), curve: .bezier(0.3, 0, 0.1, 1))
    return pick([.automatic, .automatic, .automatic, .fade, .instant, slow, .replaceAll]) ?? .automatic
  }

  private mutating func section(_ depth: Int) -> ListSection {
    let (header, footer) = (pick(contents()), pick(contents()))
    let layouts: [Layout] = [.inherited, .list, .grid, .table(.pears)]
    let inner = (0..<Int.random(in: 0...2, using: &random) * depth).map { _ in section(depth - 1) }
    let mixed = contents().shuffled(using: &random).prefix(Int.random(in: 0...3, using: &random))
    let (rows, isNamed) = (rows(), Bool.random(using: &random))
    @ListBuilder func elements() -> [ListElement] {
      rows
      inner.map { ListElement($0) }
      for content in mixed {
        if let row = content as? Row { row }
        if let title = content as? Title { title }
        if let tall = content as? Tall { tall }
        if let pear = content as? Pear { pear }
      }
    }
    let isPlain = Int.random(in: 0..<2, using: &random) == 0
    let layout = pick(layouts) ?? .list
    if isNamed {
      return ListSection(
        "s\(Int.random(in: 0..<3, using: &random))", header: isPlain ? nil : header, footer: isPlain ? footer : nil,
        layout: layout, rows: elements)
    }
    return ListSection(header: isPlain ? header : nil, footer: footer, layout: layout, rows: elements)
  }
}
