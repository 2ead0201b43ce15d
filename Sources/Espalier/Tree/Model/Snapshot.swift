/// A node as viewers see it, with all nodes below it. Encoders need nothing else.
package struct NodeSnapshot: Sendable, Hashable {
  /// The last component of the node's address; empty for the root.
  package var key: String
  /// The type's name on the wire.
  package var type: String
  /// Whether the node is a row, the header or the footer of its container.
  package var slot = Slot.row
  /// The element that shows the node.
  package var element = Element.item
  /// What a cell shows; nil for a container.
  package var cell: CellSnapshot?
  /// The classes that a container's layout adds to its element; empty for a plain list.
  package var layout = ""
  /// The caption and the columns of a container that is a table.
  package var table: TableSnapshot?
  /// The nodes of a container, in order: its header, its rows, its footer.
  package var children: [NodeSnapshot] = []

  /// The classes of the node's element in addition to its type; empty for a plain row and for a plain list.
  package var classes: String { cell?.classes ?? layout }

  /// The number of nodes, including this one.
  package var count: Int { children.reduce(1) { $0 + $1.count } }
}

extension NodeSnapshot {
  /// The kinds of elements that show nodes.
  package enum Element: Sendable, Hashable {
    /// A row of a list, its header, its footer.
    case item, header, footer
    /// A row of a table, the row of the column titles, the last row.
    case row, head, foot
    /// A cell in a row that is a container, with the title of its column.
    case cell(column: String)
  }
}

/// The parts of a table around its rows.
package final class TableSnapshot: Sendable, Hashable {
  /// The caption.
  package let caption: String
  /// The columns in order.
  package let columns: [Table.Column]

  init(_ table: Table) {
    caption = table.caption
    columns = table.columns
  }

  /// Whether both have the same caption and columns.
  package static func == (left: TableSnapshot, right: TableSnapshot) -> Bool {
    left === right || (left.caption == right.caption && left.columns == right.columns)
  }
  /// Hashes the columns.
  package func hash(into hasher: inout Hasher) { hasher.combine(columns) }
}

/// A rendered cell. All snapshots that contain the cell share it.
package final class CellSnapshot: Sendable, Hashable {
  /// The name of the content's type on the wire.
  package let type: String
  /// The value.
  package let content: any Content
  /// Its markup.
  package let html: HTML
  /// The classes of its element in addition to its type; empty for a plain row.
  package let classes: String
  /// The element for which the markup was made.
  package let element: NodeSnapshot.Element
  /// The columns for which the markup was made, if the cell is a whole row of a table.
  let columns: [Table.Column]?

  init(
    type: String, content: any Content, html: HTML, classes: String = "", element: NodeSnapshot.Element = .item,
    columns: [Table.Column]? = nil
  ) {
    self.element = element
    self.columns = columns
    self.type = type
    self.content = content
    self.html = html
    self.classes = classes
  }

  /// The content's fields.
  package var model: JSON { (try? JSON(encoding: content)) ?? .object(JSONObject()) }

  /// Whether both have equal markup, classes and fields.
  package static func == (left: CellSnapshot, right: CellSnapshot) -> Bool {
    left === right || (left.isDrawn(like: right) && (left.hasContent(of: right) || left.model == right.model))
  }
  /// Hashes the markup.
  package func hash(into hasher: inout Hasher) { hasher.combine(html) }

  /// Whether both have equal markup, classes and elements.
  func isDrawn(like other: CellSnapshot) -> Bool {
    html == other.html && classes == other.classes && element == other.element
  }

  private func hasContent(of other: CellSnapshot) -> Bool {
    func isEqual<C: Content>(_ content: C) -> Bool { content == other.content as? C }
    return isEqual(content)
  }
}
