/// A behaviour that you add to a container's rows, whatever their type.
///
/// A plugin may give each row *tools*, which are markup after the row's own, and answer the events that the tools send.
/// It may add CSS classes to the row's element. It is called when rows were added, removed or moved.
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
///     return """
///       <button \(Self.star, sends: !isStarred) aria-pressed="\(isStarred)" aria-label="Star \(name)">★</button>
///       """
///   }
/// }
/// ```
///
/// Tools are part of the row's markup: they are compared and patched with it, their events are in the node's `events`
/// in JSON, and they work without JavaScript. Their events must not have the labels of the row's own events. A row that
/// is a container shows its tools in its header. You may add one plugin to several containers; it then works across all
/// of them. Cost: only rows whose tools change are rendered.
public protocol Plugin: AnyObject {
  /// Called once for each container that the plugin is added to. Register the handlers for the tools' events here.
  func begin(in container: ContainerModel)

  /// Returns the markup after a row's own. `name` is the row's text, for labels.
  func tools(for row: Node, named name: String) -> HTML

  /// Returns the CSS classes that the plugin adds to the row's element, separated by spaces.
  func classes(of row: Node) -> String

  /// Called after rows were added, removed or moved, before viewers see it. Changes that it makes go out in the same
  /// patch.
  func rowsChanged(in container: ContainerModel)
}

extension Plugin {
  /// Registers no handlers.
  public func begin(in container: ContainerModel) {}
  /// No tools.
  public func tools(for row: Node, named name: String) -> HTML { HTML() }
  /// No classes.
  public func classes(of row: Node) -> String { "" }
  /// Does nothing.
  public func rowsChanged(in container: ContainerModel) {}
}
