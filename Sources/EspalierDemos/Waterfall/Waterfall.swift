import Espalier

/// One container with the layout that its viewer chooses. No layout needs its own type, and a new one touches no tile.
final class Waterfall: ContainerModel {
  private var choice = LayoutChoice() { didSet { show() } }

  override func didLoad() {
    persist(\.choice, as: "choice")
    header = CellModel(LayoutBar(choice: choice))
    add(Leaf.all)
    on(LayoutBar.arrange) { $0.choice.arrangement = $1 }
    on(LayoutBar.divide) { list, columns in
      if list.choice.hasColumns { list.choice.columns = columns }
    }
    show()
  }

  private func show() {
    layout = choice.layout
    (header as? CellModel<LayoutBar>)?.content.choice = choice
  }
}

/// A layout that buttons can choose.
struct LayoutChoice: Hashable, Codable, Sendable {
  enum Arrangement: String, CaseIterable, Codable { case list, flow, grid, waterfall, strip }

  static let columns = 2...4
  var arrangement = Arrangement.waterfall
  var columns = 3

  var hasColumns: Bool { arrangement == .grid || arrangement == .waterfall }

  var layout: Layout {
    switch arrangement {
    case .list: .list.intervals(8)
    case .flow: .flow.intervals(8)
    case .grid: .grid(columns: columns).intervals(8)
    case .waterfall: .waterfall(columns: columns).intervals(8)
    case .strip: .strip.intervals(8)
    }
  }

  /// The same as Swift code.
  var code: String { "list.layout = .\(arrangement.rawValue)\(hasColumns ? "(columns: \(columns))" : "").intervals(8)" }
}
