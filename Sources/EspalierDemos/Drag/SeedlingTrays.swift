import Espalier

/// Three trays of seedlings. Selected seedlings move together, and a tray without seedlings shows a row that says so.
final class SeedlingTrays: ContainerModel {
  private let reordering = Reordering(.sections, label: { $0.content(as: Seedling.self)?.name })
  private let selection = Selection(.multiple, canSelect: { $0.content(as: Seedling.self) != nil })
  private let news = CellModel(TrayNews())

  private var trays: [Tray] { children.compactMap { $0 as? Tray } }
  private var order: [[String]] {
    get { trays.map { $0.children.map(\.nodeKey).filter { $0 != EmptyTray.id } } }
    set {
      for (tray, keys) in zip(trays, newValue) { tray.fill(with: keys.compactMap(Int.init)) }
    }
  }

  override init() {
    super.init(id: "trays")
    for (number, name) in ["Window sill", "Greenhouse", "Cold frame"].enumerated() {
      let tray = Tray(name)
      tray.add(selection)
      tray.add(reordering)
      tray.fill(with: number < 2 ? Array(number * 10 + 1...number * 10 + 10) : [])
      add(tray)
    }
    footer = news
  }

  override func didLoad() {
    persist(\.order, as: "order")
    persist(\.selection.selected, as: "selected")
    on(Reordering.didMove) { list, move in list.show(move) }
  }

  private func show(_ move: Reordering.Moved) {
    for tray in trays { tray.update() }
    func name(_ address: String) -> String { trays.first { $0.address == address }?.title.content.name ?? "" }
    guard let row = trays.flatMap(\.children).first(where: { $0.address == move.row }),
      let seedling = row.content(as: Seedling.self)
    else { return }
    news.content.text =
      "\(seedling.name): \(name(move.from.list)), place \(move.from.index + 1) → \(name(move.to.list)), "
      + "place \(move.to.index + 1)."
  }
}

/// One tray.
final class Tray: ContainerModel {
  let title: CellModel<TrayTitle>

  init(_ name: String) {
    title = CellModel(TrayTitle(name: name, count: 0))
    super.init(id: name)
    header = title
  }

  func fill(with ids: [Int]) {
    children.removeAll()
    add(ids.map { CellModel(Seedling(id: $0)) })
    update()
  }

  /// Counts the seedlings, and shows the row of an empty tray if there are none.
  func update() {
    let rows = children.filter { $0.content(as: EmptyTray.self) == nil }
    title.content.count = rows.count
    let notice = children.first { $0.content(as: EmptyTray.self) != nil }
    if rows.isEmpty, notice == nil { add(EmptyTray()) }
    if !rows.isEmpty, let notice { remove(notice) }
  }
}
