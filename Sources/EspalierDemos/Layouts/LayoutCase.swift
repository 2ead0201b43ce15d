import Espalier

/// A coloured rectangle that says its size and its place.
struct Block: Content, Identifiable {
  let id: String
  var width: Int?
  var height: Int?
  var isFull = false
  var startsLine = false
  var role = Placement.Role.row
  /// Whether it takes the focus, so that the keys scroll the window that it is in.
  var takesFocus = false
  var placement: Placement {
    Placement(
      width: isFull ? .full : width.map { .fixed($0) } ?? .automatic, height: height.map { .fixed($0) } ?? .automatic,
      startsLine: startsLine, role: role)
  }
  var html: HTML { takesFocus ? "<span tabindex=\"0\">\(id)</span>" : "<span>\(id)</span>" }
}

/// Where everything in a case stands, as the server computes it: x, y, width, height by address.
struct Computed: Content {
  var boxes: [String: [Double]]
  var html: HTML { "<p class=\"note\">\(boxes.count) boxes</p>" }
}

/// A container 375 pixels wide, and below it what the arithmetic says of it.
final class LayoutCase: ContainerModel {
  private let title: String
  private let frame: ContainerModel

  init(_ id: String, _ frame: ContainerModel) {
    title = id
    self.frame = frame
    super.init(id: id)
  }

  convenience init(_ id: String, _ layout: Layout = .list, @ListBuilder rows: () -> [ListElement]) {
    self.init(id, ContainerModel(Section("frame", layout: layout, rows: rows)))
  }

  override func didLoad() {
    header = CellModel(Cell(title, named: "CaseTitle") { "<h2>\($0)</h2>" })
    add(frame)
    let boxes = frame.boxes(width: 375) ?? [:]
    footer = CellModel(Computed(boxes: boxes.mapValues { [$0.x, $0.y, $0.width, $0.height] }))
  }
}
