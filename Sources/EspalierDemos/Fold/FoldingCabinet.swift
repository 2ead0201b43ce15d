import Espalier

/// Six drawers of a seed cabinet, with packets and boxes inside. People open and close them.
final class FoldingCabinet: ContainerModel {
  private let folding = Folding()
  private let bar = CellModel(CabinetBar())
  private let news = CellModel(CabinetNews())
  private var isGrid = false { didSet { show() } }

  override init() {
    super.init(id: "cabinet")
    header = bar
    footer = news
    add(folding)
    show()
  }

  override func didLoad() {
    persist(\.folding.open, as: "open")
    persist(\.isGrid, as: "grid")
    on(Folding.didFold) { list, fold in list.tell(fold) }
    on(CabinetBar.all) { list, isOpen in
      if isOpen { list.folding.openAll() } else { list.folding.open = [] }
      list.news.content.text = isOpen ? "All drawers are open." : "All drawers are closed."
    }
    on(CabinetBar.grid) { list, isGrid in list.isGrid = isGrid }
  }

  private func tell(_ fold: Folding.Fold) {
    let name = fold.row.split(separator: "/").last.map(String.init) ?? ""
    news.content.text = "\(Drawer.name(of: name)) is \(fold.isOpen ? "open" : "closed")."
  }

  private func show() {
    bar.content.isGrid = isGrid
    let layout = isGrid ? Layout.grid(columns: 2) : .list
    set {
      for drawer in Drawer.all {
        ListSection(drawer.id, header: drawer, layout: layout) {
          for packet in drawer.packets { packet }
          for box in drawer.boxes {
            ListSection(box.id, header: box, layout: layout) { for packet in box.packets { packet } }
          }
        }
      }
    }
  }
}
