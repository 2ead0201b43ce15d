/// A behaviour that is added to a container: what its rows can do besides, whoever they are.
///
/// A plugin may give each row *tools*, which is markup behind the row's own, and answer the events that they send; it may add
/// classes to the row's element; and it hears when the rows have changed.
///
/// ```swift
/// final class Starring: Plugin {
///   static let star = Event<Bool>("star")
///   private var starred: Set<String> = []
///   func begin(in list: ContainerModel) {
///     list.on(Self.star) { [unowned self] list, isWanted in
///       guard let row = list.sendingRow else { return }
///       if isWanted { starred.insert(row.address) } else { starred.remove(row.address) }
///       row.setNeedsTools()
///     }
///   }
///   func tools(for row: Node, named name: String) -> HTML {
///     let isStarred = starred.contains(row.address)
///     return "<button \(Self.star, sends: !isStarred) aria-pressed=\"\(isStarred)\" aria-label=\"Star \(name)\">★</button>"
///   }
/// }
/// ```
///
/// Tools are part of the row's markup, so they are compared, patched, shown as the node's `events` in JSON and posted without
/// JavaScript as all else is. Their labels must not be those of the row's own events. A row that is a container shows its
/// tools in its header. One plugin that is added to several containers joins them. Cost: a row whose tools change is
/// rendered, and no other.
public protocol Plugin: AnyObject {
  /// Called once for each container it is added to: the place to answer the events that its tools send.
  func begin(in container: ContainerModel)

  /// What stands behind a row's own markup. `name` is what the row says, for labels.
  func tools(for row: Node, named name: String) -> HTML

  /// What the row's element has in its `class`, separated by spaces.
  func classes(of row: Node) -> String

  /// Called before rows are listed that came, went or moved. What it changes is shown with them.
  func rowsChanged(in container: ContainerModel)
}

extension Plugin {
  /// Answers nothing.
  public func begin(in container: ContainerModel) {}
  /// No tools.
  public func tools(for row: Node, named name: String) -> HTML { HTML() }
  /// No classes.
  public func classes(of row: Node) -> String { "" }
  /// Does nothing.
  public func rowsChanged(in container: ContainerModel) {}
}
