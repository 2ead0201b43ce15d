import Espalier

/// The samples of the article on behaviours.
enum BehavioursArticle {
  final class Names: ContainerModel {
    private let selection = Selection(.single)

    private var opened: [String] = []
    private func open(_ address: String) { opened.append(address) }

    override func didLoad() {
      add(selection)
      add(Reordering())
      on(Selection.didSelect) { list, address in list.open(address) }
    }
  }

  /// Names that people can order.
  final class OrderedNames: ContainerModel {
    private(set) var order = ["Ada", "Bea", "Cleo"]

    override func didLoad() {
      add(Reordering())
      set(rows: order.map { Name(id: $0) })
      on(Reordering.didMove) { list, _ in list.order = list.children.map(\.nodeKey) }
    }
  }

  struct Name: Content, Identifiable {
    let id: String
    var html: HTML { "\(id)" }
  }

  /// Photos that come in sheets of six.
  struct PhotoService: Sendable {
    func sheet(_ id: String) async throws -> [Photo] { [] }
  }

  struct Photo: Content, Identifiable {
    let id: Int
    var traits: RowTraits { RowTraits(prefetched: ["sheet-\(id / 6)"]) }  // six photos share one sheet
    var html: HTML { "<img src=\"/photos/\(id).webp\" alt=\"\">" }
  }

  final class Photos: ContainerModel {
    private let photos = PhotoService()
    private var isRead = false

    override func didLoad() {
      add(
        Prefetching(screens: 2) { [photos] id in
          try await photos.sheet(id)
        } then: { [unowned self] _, _, sheet in
          show(sheet)
        })
    }

    private func show(_ sheet: [Photo]) { set(rows: sheet) }

    static func following() -> Photos {
      let list = Photos()
      list.add(Scrolling())
      list.on(Scrolling.scrolled) { list, report in
        if report.moments.contains(.lastRowInView) { list.isRead = true }
      }
      return list
    }
  }

  static func highlight(in list: ContainerModel) {
    let highlighting = Highlighting([.hovered: [.tint], .pressed: [.shrink], .highlighted: [.tint, .bar]])
    list.add(highlighting)
    list.on(Selection.didSelect) { [highlighting] list, _ in
      if let row = list.children.sender { highlighting.highlight(row) }
    }
  }

  /// A bed of a garden.
  struct Bed {
    let id: String
    var name: String
    var plants: [Name]
  }

  struct BedTitle: Content {
    var name = ""
    var traits: RowTraits { RowTraits(canFold: true) }
    var html: HTML { "<strong>\(name)</strong>" }
  }

  static func garden(_ beds: [Bed]) -> ContainerModel {
    let list = ContainerModel()
    list.set { for bed in beds { ListSection(bed.id, header: BedTitle(name: bed.name)) { bed.plants } } }
    list.add(Folding())
    return list
  }

  static func calendar(_ days: [Name]) -> ListSection {
    ListSection("days", layout: .grid(columns: 7).arrowKeys()) { days }
  }

  struct PlantRow: Content, Identifiable {
    static let remove = Event<Int>("remove", in: 0...9)
    let id: Int
    var html: HTML { "Plant \(id) <button \(Self.remove, sends: id)>Remove</button>" }
  }

  final class Plants: ContainerModel {
    private var plants = [1, 2]

    override func didLoad() {
      show()
      on(PlantRow.remove) { list, id in
        let question = Dialog.alert(
          "Remove the plant?", "You cannot undo this.",
          actions: [.init("remove", "Remove", .destructive), .init("keep", "Keep", .cancel)])
        list.present(question) { list, action in
          if action == "remove" { list.remove(id) }
        }
      }
    }

    private func remove(_ id: Int) {
      plants.removeAll { $0 == id }
      show()
    }

    private func show() { set(rows: plants.map { PlantRow(id: $0) }) }
  }

  struct Question: Content {
    static let close = Event<NoData>("close").once()
    var html: HTML {
      """
      <dialog open data-modal aria-labelledby="question"><h2 id="question">Delete all?</h2>\
      <button \(Self.close) data-cancel>Keep</button><p role="status" data-espalier-status></p></dialog>
      """
    }
  }

  static func section(of names: [Name]) -> ListSection {
    ListSection("names") { names }.plugin(Selection(.single)).plugin(Reordering())
  }

  /// A list in which people can select at most three rows.
  final class Team: ContainerModel {
    let selection = Selection(.multiple)
    var isFull: Bool { selection.selected.count >= 3 }

    override func didLoad() {
      add(selection)
      set(rows: ["Ada", "Bea", "Cleo", "Dora"].map { Name(id: $0) })
      let list = self
      list.on(Selection.select, insteadOf: Selection.self) { list, isWanted in
        if isWanted && list.isFull { return }
        list.children.sender.map { list.selection.select($0) }
      }
    }
  }
}
