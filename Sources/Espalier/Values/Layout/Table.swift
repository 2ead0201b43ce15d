/// How a container shows its rows as an HTML table: a caption and columns.
///
/// ```swift
/// list.layout = .table(
///   Table("Plants", columns: [
///     .init("name", "Plant", isSortable: true),
///     .init("stock", "In stock", width: 96, alignment: .end, isSortable: true),
///   ]))
/// ```
///
/// The rows are contents that conform to `TableRow`, or containers whose children are the cells. Any other content
/// spans all columns. The container's header is the row of the column titles, which the table makes itself.
public struct Table: Sendable, Hashable {
  /// What the table shows, in a few words. An empty caption takes no space.
  package var caption: String
  /// The columns in order. The first column names its row.
  package var columns: [Column]
  /// The order of the rows that the column titles show; nil for none. The table itself sorts nothing.
  public var order: Order?

  /// A table. The ids of the columns must be unique.
  public init(_ caption: String, columns: [Column], order: Order? = nil) {
    self.caption = caption
    self.columns = columns
    self.order = order
  }
}

extension Table {
  /// A column of a table.
  public struct Column: Sendable, Hashable, Codable, Identifiable {
    /// The column's identity, which an order names. A child of a row that is a container has it as its key.
    public let id: String
    /// The text in the head of the table. Where a row is too wide for the window, it is also before each value.
    package let title: String
    /// The width in pixels; nil for the width that the browser chooses.
    package var width: Int?
    /// The side at which the values are.
    package let alignment: Alignment
    /// Whether the title is a button that asks for an order.
    package let isSortable: Bool

    /// A column. The width is from 0 to 9,999 pixels; without one, the browser chooses it by the content. The title of
    /// a sortable column is a button, which sends `Table.sort`.
    public init(
      _ id: String, _ title: String, width: Int? = nil, alignment: Alignment = .start, isSortable: Bool = false
    ) {
      self.id = id
      self.title = title
      self.width = width
      self.alignment = alignment
      self.isSortable = isSortable
    }
  }

  /// The side of a column at which its values are.
  public enum Alignment: String, Sendable, Hashable, Codable {
    /// Where a line of text begins.
    case start
    /// In the middle.
    case center
    /// Where a line of text ends, with digits of equal width: for numbers.
    case end
  }

  /// An order of rows: by one column, upwards or downwards.
  public struct Order: Sendable, Hashable, Codable {
    /// The id of the column.
    public var column: String
    /// Whether the largest value comes first.
    public var isDescending: Bool

    /// An order; ascending unless you say otherwise.
    public init(_ column: String, isDescending: Bool = false) {
      self.column = column
      self.isDescending = isDescending
    }

    /// Reads an order. Without `isDescending` it is ascending.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      column = try container.decode(String.self, forKey: .column)
      isDescending = try container.decodeIfPresent(Bool.self, forKey: .isDescending) ?? false
    }
  }

  /// The event of a sortable column's title. The container, or one above it, sorts the rows and sets `order`.
  ///
  /// ```swift
  /// on(Table.sort) { list, order in list.layout.table?.order = order }
  /// ```
  ///
  /// An order by another column than a sortable one of this table is refused before any handler runs.
  public static let sort = Event<Order>("sort")
}

extension Table {
  /// The order that a press on a column's title asks for: ascending, or the reverse of the current order.
  func nextOrder(by column: Column) -> Order {
    Order(column.id, isDescending: order?.column == column.id && order?.isDescending == false)
  }

  /// The same without an order, which only the head of the table shows.
  var withoutOrder: Table { Table(caption, columns: columns) }
}
