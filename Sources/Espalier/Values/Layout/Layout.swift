/// How a container lays out its rows, and how much room it leaves around and between them.
///
/// ```swift
/// list.layout = .waterfall(columns: 2).margins(left: 15, right: 15).intervals(10)
/// ```
///
/// The arrangement, the margins at the sides and the intervals hold for the containers below too, until one says
/// otherwise. The margins above and below are the container's own. All numbers are CSS pixels; see `LayoutNumber`.
public struct Layout: Sendable, Hashable {
  /// How the rows are arranged; nil is that of the container around.
  package var arrangement: Arrangement?
  /// The room inside the container's edges.
  package var margins = Margins()
  /// The room between its rows.
  package var intervals = Intervals()
  /// The line between its rows, or above or below each; nil is none.
  package var separator: Separator?
  /// How far below the window's edge sticky rows stand; nil is that of the container around. In a strip, how far behind
  /// its leading edge; nil is not at all.
  package var stickyOffset: Int?
  /// Further classes of the container's element, which a style sheet of the page knows.
  package var ownClasses = ""
  /// The line above or below the container itself. See `Node.separator`.
  var edge: Separator?
  /// When viewers report that they have the container in view. See `Node.visibility`.
  var visibility: Visibility?
  /// The size of all pinned rows here: the sticky ones stick behind them. Found out by the tree.
  var pinnedSize = 0

  /// An arrangement, or that of the container around.
  public init(_ arrangement: Arrangement? = nil) { self.arrangement = arrangement }

  /// A layout of one's own, over that of a list: the classes that a style sheet of the page knows.
  public init(classes: String) {
    arrangement = .list
    ownClasses = classes
  }

  /// That of the container around; of a list where there is none.
  public static let inherited = Layout()
  /// One below the other.
  public static let list = Layout(.list)
  /// Side by side as long as there is room, then in the next line.
  public static let flow = Layout(.flow)
  /// As many columns of one width as there is room for.
  public static let grid = Layout(.grid(columns: nil))
  /// Side by side; what does not fit is reached by scrolling.
  public static let strip = Layout(.strip)

  /// So many columns of one width, from 1 to 12.
  public static func grid(columns: Int) -> Layout { Layout(.grid(columns: columns)) }

  /// So many columns of one width, from 1 to 12; each row goes to the column that is the shortest so far, by the heights
  /// that the rows before it declare.
  public static func waterfall(columns: Int) -> Layout { Layout(.waterfall(columns: columns)) }
}

extension Layout {
  /// The ways to arrange rows.
  public enum Arrangement: Sendable, Hashable {
    /// One below the other.
    case list
    /// In lines.
    case flow
    /// In columns; nil is as many as there is room for.
    case grid(columns: Int?)
    /// Side by side, in a list that scrolls.
    case strip
    /// In columns of which each row takes the shortest.
    case waterfall(columns: Int)
  }

  /// The room inside a container's edges; nil at a side is what the container around has there.
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

  /// The room between rows; nil is what the container around has; where none says it, nothing in a
  /// list and 12 pixels elsewhere.
  package struct Intervals: Sendable, Hashable {
    /// Between neighbours in a line.
    package var across: Int?
    /// Between lines.
    package var down: Int?

    /// What is between rows where nobody says it: nothing in a list, 12 pixels elsewhere.
    static func standard(in arrangement: Arrangement) -> Int { arrangement == .list ? 0 : 12 }
  }

  /// The same with other margins.
  public func margins(top: Int = 0, bottom: Int = 0, left: Int? = nil, right: Int? = nil) -> Layout {
    with { $0.margins = Margins(top: top, bottom: bottom, left: left, right: right) }
  }
  /// The same with other intervals.
  public func intervals(across: Int? = nil, down: Int? = nil) -> Layout {
    with { $0.intervals = Intervals(across: across, down: down) }
  }
  /// The same with one interval between all rows.
  public func intervals(_ both: Int) -> Layout { intervals(across: both, down: both) }
  /// The same with lines between its rows, or above or below each.
  public func separated(by separator: Separator = .between) -> Layout { with { $0.separator = separator } }
  /// The same with sticky rows so far below the window's edge.
  public func stickyRows(at offset: Int) -> Layout { with { $0.stickyOffset = offset } }

  func with(_ change: (inout Layout) -> Void) -> Layout {
    var layout = self
    change(&layout)
    return layout
  }
}

extension Layout {
  /// Whether it is a collection rather than a list: a change of very many of its rows replaces it whole.
  var isCollection: Bool { arrangement != .list || !ownClasses.isEmpty }
}

extension Layout.Arrangement {
  /// What the containers below have that say nothing else. A strip is one row of rows: what is inside them is a list.
  var passedOn: Self { self == .strip ? .list : self }
  /// The number of columns, if it has a fixed one.
  var columns: Int? {
    switch self {
    case .grid(let columns?), .waterfall(let columns): LayoutNumber.columns.within(columns)
    case .list, .flow, .grid(nil), .strip: nil
    }
  }
}
