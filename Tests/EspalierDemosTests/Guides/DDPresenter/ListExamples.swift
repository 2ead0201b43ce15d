import Espalier

/// DDPresenter's examples "data source diff" and "header and footer".
enum ListExamples {
  struct DiffBlock: Content, Identifiable {
    let id: Int
    var html: HTML { "<b>\(id)</b>" }
  }

  final class DiffPage: ContainerModel {
    static let shuffle = Event<NoData>("shuffle")
    private var items = Array(0...20)

    override func didLoad() {
      header = CellModel(Cell(named: "Bar") { "<button \(DiffPage.shuffle)>shuffle</button>" })
      layout = Layout.grid(columns: 4).margins(top: 10, bottom: 10, left: 10, right: 10).intervals(10)
      set(rows: items.map(DiffBlock.init), animations: .replaceAll)
      on(Self.shuffle) { page in
        page.items.shuffle()
        page.set(rows: page.items.map(DiffBlock.init))
      }
    }
  }

  struct HeaderA: Content {
    var text = "Header A"
    var html: HTML { "<h2>\(text)</h2>" }
  }

  struct HeaderB: Content {
    var html: HTML { "<h3>Header B</h3>" }
  }

  struct Bar: Content {
    static let toggle = Event<NoData>("switch"), update = Event<NoData>("update")
    var html: HTML { "<button \(Self.toggle)>Switch</button><button \(Self.update)>Update</button>" }
  }

  final class HeaderFooterPage: ContainerModel {
    private let section = ContainerModel(id: "section")
    private var isSwitched = false, isTold = false

    override func didLoad() {
      header = CellModel(Bar())
      add(section)
      section.add([DiffBlock(id: 1), DiffBlock(id: 2)])
      on(Bar.toggle) { $0.toggle() }
      on(Bar.update) { $0.update() }
    }

    private func toggle() {
      isSwitched.toggle()
      section.header = isSwitched ? CellModel(HeaderA()) : CellModel(HeaderB())
      section.footer = isSwitched ? CellModel(HeaderB()) : CellModel(HeaderA())
      if isSwitched { section.add(DiffBlock(id: 3)) } else { section.children.last.map { section.remove($0) } }
    }

    private func update() {
      isTold.toggle()
      let header = section.header as? CellModel<HeaderA>
      header?.content.text = isTold ? "Header A true" : "Header A false"
    }
  }
}
