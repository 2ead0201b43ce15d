import Espalier

/// A coloured rectangle that declares its size and its placement.
struct Block: Content, Identifiable {
  let id: String
  var width: Int?
  var height: Int?
  var isFull = false
  var startsLine = false
  var role = Layout.Placement.Role.row
  /// Whether it can take the focus, so that keys scroll the box around it.
  var takesFocus = false
  var placement: Layout.Placement {
    Layout.Placement(
      width: isFull ? .full : width.map { .fixed($0) } ?? .automatic, height: height.map { .fixed($0) } ?? .automatic,
      startsLine: startsLine, role: role)
  }
  var html: HTML { takesFocus ? "<span tabindex=\"0\">\(id)</span>" : "<span>\(id)</span>" }
}

/// A container that is 375 pixels wide.
final class LayoutCase: ContainerModel {
  private let title: String
  private let frame: ContainerModel

  init(_ id: String, _ frame: ContainerModel) {
    title = id
    self.frame = frame
    super.init(id: id)
  }

  convenience init(_ id: String, _ layout: Layout = .list, @ListBuilder rows: () -> [ListElement]) {
    self.init(id, ContainerModel(ListSection("frame", layout: layout, rows: rows)))
  }

  override func didLoad() {
    header = CellModel(Cell(title, named: "CaseTitle") { "<h2>\($0)</h2>" })
    add(frame)
  }
}
