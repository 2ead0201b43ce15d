/// How a container lays out its rows. The classes are those of `/espalier/list.css`.
public struct Layout: Sendable, Hashable {
  /// What the container's element has in its `class` beside its type; empty for a plain list.
  public let classes: String

  /// A layout of one's own: the classes that a style sheet of the page knows.
  public init(classes: String) { self.classes = classes }

  /// One below the other.
  public static let list = Layout(classes: "")
  /// As many columns as there is room for.
  public static let grid = Layout(classes: "e-grid")
  /// Side by side; what does not fit is reached by scrolling.
  public static let strip = Layout(classes: "e-strip")

  /// So many columns of one width, from 1 to 12; other numbers count as the nearest of these.
  public static func grid(columns: Int) -> Layout { Layout(classes: "e-grid e-columns-\(min(12, max(1, columns)))") }
}

extension Layout {
  /// Whether it is a collection rather than a list: a change of very many of its rows replaces it whole.
  var isCollection: Bool { self != .list }

  /// The layout of a container that reports its sight.
  func adding(_ sight: Sight) -> Layout {
    Layout(classes: classes.isEmpty ? sight.classes : "\(classes) \(sight.classes)")
  }
}
