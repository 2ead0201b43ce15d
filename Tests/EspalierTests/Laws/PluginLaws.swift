import EspalierTestSupport
import Testing

@testable import Espalier

/// Whatever is selected, moved, removed, hidden or listed again, viewers have the same page as one that loads it, and
/// the selected rows exist.
@Suite struct PluginLaws {
  @Test(arguments: seeds(30))
  func `after random events and random changes, patching old gives new`(seed: Int) throws {
    var random = SeededRandom(state: UInt64(seed))
    let root = ContainerModel()
    let selection = Selection(seed % 2 == 0 ? .single : .multiple)
    let reordering = Reordering(.sections)
    let lists = ["left", "right"].map { ContainerModel(id: $0) }
    for list in lists {
      if seed % 3 == 0 { list.layout = .table(.pears) }
      list.add(selection)
      list.add(reordering)
      list.add((0..<4).map { Row(id: "\(list.key.prefix(1))\($0)") })
    }
    root.add(lists)
    var viewed = try Viewed(root)
    for step in 0..<40 {
      let list = lists[Int.random(in: 0...1, using: &random)]
      change(list, step, &random)
      if let row = list.children.filter({ !$0.isHidden }).randomElement(using: &random), !viewed.tree.hasChanges {
        try press(row, in: viewed.tree, &random)
      }
      try viewed.flush()
      let fault = try viewed.fault() ?? (step % 5 == 4 ? viewed.faultInDOM() : nil) ?? fault(of: selection)
      try #require(fault == nil, "seed \(seed), step \(step)")
    }
  }

  private func newRow(_ id: String) -> Node { id.count % 2 == 0 ? CellModel(Pear(id: id)) : cellRow(id) }

  private func press(_ row: Node, in tree: Tree, _ random: inout SeededRandom) throws {
    // The tools of a row that is a container are in its last cell.
    let row = (row as? ContainerModel)?.children.last ?? row
    if Bool.random(using: &random) {
      _ = try tree.receive("select", from: row.address, data: .bool(Bool.random(using: &random)))
    } else {
      // A step far beyond an end is refused.
      _ = try? tree.receive("move", from: row.address, data: ["by": .int(Int64.random(in: -3...3, using: &random))])
    }
  }

  private func change(_ list: ContainerModel, _ step: Int, _ random: inout SeededRandom) {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: list.add(list.layout.table == nil ? CellModel(Row(id: "n\(step)")) : newRow("n\(step)"))
    case 1: list.children.randomElement(using: &random).map { list.remove($0) }
    case 2: list.children.randomElement(using: &random)?.isHidden.toggle()
    case 3: list.set(rows: list.children.shuffled(using: &random).map { Row(id: $0.key, text: "\(step)") })
    case 4:
      let rows = list.children.map { CellModel(Row(id: $0.key)) }
      list.children.removeAll()
      list.add(rows)
    default: break
    }
  }

  private func fault(of selection: Selection) -> String? {
    if selection.selected != selection.nodes.map(\.address) { return "\(selection.selected) is not where it was" }
    if selection.mode == .single && selection.selected.count > 1 { return "\(selection.selected) are selected" }
    return nil
  }
}
