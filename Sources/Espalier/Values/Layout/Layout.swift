/// How a container lays out its rows, and how much space it leaves around and between them.
///
/// ```swift
/// list.layout = .waterfall(columns: 2).margins(left: 15, right: 15).intervals(10)
/// ```
///
/// Containers below inherit the arrangement, the left and right margins and the intervals, unless they set their own.
/// The top and bottom margins are not inherited. All numbers are CSS pixels; see `LayoutNumber`.
public struct Layout: Sendable, Hashable {
  /// How the rows are arranged; nil inherits from the container above.
  package var arrangement: Arrangement?
  /// The space inside the container's edges.
  package var margins = Margins()
  /// The space between the rows.
  package var intervals = Intervals()
  /// The line between the rows, or above or below each; nil for none.
  package var separator: Separator?
  /// The distance of sticky rows from the top edge of the window; nil inherits from the container above. In a strip,
  /// the distance from its leading edge; nil is zero.
  package var stickyOffset: Int?
  /// Whether the rows are one Tab stop, and arrow keys go from row to row.
  package var hasArrowKeys = false
  /// Whether viewers at the end of the list stay there while it grows.
  var staysAtEnd = false
  /// Whether rows fade in when they are first in view.
  var fadesIn = false
  /// The caption and columns of a table; nil if the rows are not a table.
  public var table: Table?
  /// Where a row stops when a person scrolls; nil for anywhere.
  var snap: Snap?
  /// More classes of the container's element, for rules of the page's style sheet.
  package var ownClasses = ""
  /// The classes of the container's element that its features add, such as its plugins.
  var featureClasses = ""
  /// The line above or below the container itself. See `Node.separator`.
  var edge: Separator?
  /// When viewers report that they have the container in view. See `Node.visibility`.
  var visibility: Visibility?
  /// Whether one of the rows is the background.
  var hasBackground = false
  /// The size of all pinned rows here, after which the sticky rows stick. The tree computes it.
  var pinnedSize = 0

  /// A layout with an arrangement; nil inherits from the container above.
  package init(_ arrangement: Arrangement? = nil) { self.arrangement = arrangement }

  /// A custom layout based on a list: the page's style sheet has the rules for these classes.
  public init(classes: String) {
    arrangement = .list
    ownClasses = classes
  }

  /// The layout of the container above; a list if there is none.
  public static let inherited = Layout()
  /// Rows one below the other.
  public static let list = Layout(.list)
  /// Rows side by side; when a line is full, they continue in the next line.
  public static let flow = Layout(.flow)
  /// As many columns of equal width as fit.
  public static let grid = Layout(.grid(columns: nil))
  /// Rows side by side in one line that scrolls.
  public static let strip = Layout(.strip)

  /// A number of columns of equal width, from 1 to 12.
  public static func grid(columns: Int) -> Layout { Layout(.grid(columns: columns)) }

  /// A table: each row has a cell for each column. See `Table`.
  public static func table(_ table: Table) -> Layout { Layout(.list).with { $0.table = table } }

  /// A number of columns of equal width, from 1 to 12. Each row goes to the shortest column so far, which is computed
  /// from the declared heights of the rows before it.
  public static func waterfall(columns: Int) -> Layout { Layout(.waterfall(columns: columns)) }
}

extension Layout {
  /// The ways to arrange rows.
  package enum Arrangement: Sendable, Hashable {
    /// Rows one below the other.
    case list
    /// Side by side, in lines.
    case flow
    /// In columns; nil means as many as fit.
    case grid(columns: Int?)
    /// Side by side, in a list that scrolls.
    case strip
    /// In columns; each row goes to the shortest one.
    case waterfall(columns: Int)
  }

  /// The place at which rows stop when a person scrolls.
  public enum Snap: String, Sendable, Hashable, Codable {
    /// The row's beginning is at the beginning of the scroll area.
    case start
    /// The row is in the middle.
    case center
    /// The row's end is at the end of the scroll area.
    case end
  }

  /// The space inside a container's edges. A nil left or right margin is inherited.
  package struct Margins: Sendable, Hashable {
    /// Above the header.
    package var top = 0
    /// Below the footer.
    package var bottom = 0
    /// Left of the rows.
    package var left: Int?
    /// Right of the rows.
    package var right: Int?
  }

  /// The space between rows. Nil is inherited; the default is 0 in a list and 12 pixels in other arrangements.
  package struct Intervals: Sendable, Hashable {
    /// Between neighbours in a line.
    package var across: Int?
    /// Between lines.
    package var down: Int?
  }

  /// The same layout with these margins.
  public func margins(top: Int = 0, bottom: Int = 0, left: Int? = nil, right: Int? = nil) -> Layout {
    with { $0.margins = Margins(top: top, bottom: bottom, left: left, right: right) }
  }
  /// The same layout with these intervals, or with one interval in both directions.
  public func intervals(_ both: Int? = nil, across: Int? = nil, down: Int? = nil) -> Layout {
    with { $0.intervals = Intervals(across: across ?? both, down: down ?? both) }
  }
  /// The same layout with lines between the rows, or above or below each.
  public func separated(by separator: Separator = .between) -> Layout { with { $0.separator = separator } }
  /// The same layout with sticky rows at this distance from the top edge of the window.
  public func stickyRows(at offset: Int) -> Layout { with { $0.stickyOffset = offset } }
  /// The same layout with rows that are one Tab stop: arrow keys go from row to row, Home and End to the ends of a line.
  /// A row's other controls follow in the Tab order. Without JavaScript, Tab goes through all rows.
  public func arrowKeys() -> Layout { with { $0.hasArrowKeys = true } }
  /// The same layout for a log or a chat: viewers first see the end of the list, and stay there while rows come. Those
  /// who have scrolled up stay where they read.
  public func atEnd() -> Layout { with { $0.staysAtEnd = true } }

  /// The same layout with rows that fade in when a person first scrolls them into view, each once. Rows that come with the
  /// page, or in view with a patch, do not. Without JavaScript, with reduced motion and on paper, no row does.
  public func fadingIn() -> Layout { with { $0.fadesIn = true } }

  /// The same layout with rows that snap: when a person has scrolled, a row stands at this place. A strip always snaps; a
  /// list snaps if it comes to rest near a row. It needs no JavaScript.
  public func snapping(_ place: Snap = .start) -> Layout { with { $0.snap = place } }

  func with(_ change: (inout Layout) -> Void) -> Layout {
    var layout = self
    change(&layout)
    return layout
  }
}

extension Layout {
  /// Whether it is a collection rather than a list: a change of very many rows replaces the whole collection.
  var isCollection: Bool { arrangement != .list || !ownClasses.isEmpty }
}

extension Layout.Arrangement {
  /// The arrangement that containers below inherit. A strip passes on a list, because it is itself one row of rows.
  var passedOn: Self { self == .strip ? .list : self }
  /// The number of columns, if it is fixed.
  var columns: Int? {
    switch self {
    case .grid(let columns?), .waterfall(let columns): LayoutNumber.columns.within(columns)
    case .list, .flow, .grid(nil), .strip: nil
    }
  }
}
