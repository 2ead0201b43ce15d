/// A behaviour that you add to a container's rows, whatever their type. Its methods do nothing until you override them.
///
/// A plugin may give each row *tools*, which are markup after the row's own, and answer the events that the tools send.
/// It may add CSS classes to the row's element. It is called when rows were added, removed or moved. What rows do reaches
/// it as events, such as ``Visibility/appeared``, ``Selection/didSelect`` and ``Reordering/didMove``. The article
/// <doc:WritingAPlugin> has a complete example.
///
/// ```swift
/// final class Starring: Plugin {
///   static let star = Event<Bool>("star")
///   private var starred: Set<String> = []
///   override func begin(in list: ContainerModel) {
///     list.on(Self.star) { [unowned self] list, isWanted in
///       guard let row = list.children.sender else { return }
///       if isWanted { starred.insert(row.address) } else { starred.remove(row.address) }
///       setNeedsTools(of: row)
///     }
///   }
///   override func tools(for row: Node, named name: String) -> HTML {
///     let isStarred = starred.contains(row.address)
///     return """
///       <button \(Self.star, sends: !isStarred) aria-pressed="\(isStarred)" aria-label="Star \(name)">★</button>
///       """
///   }
///   override func rowsChanged(in list: ContainerModel) { starred.formIntersection(list.children.map(\.address)) }
/// }
/// ```
///
/// Tools are part of the row's markup: they are compared and patched with it, their events are in the node's `events`
/// in JSON, and they work without JavaScript. Their events must not have the labels of the row's own events. A row that
/// is a container shows its tools in its header. You may add one plugin to several containers; it then works across all
/// of them. A container has one plugin of each type. Cost: only rows whose tools change are rendered.
open class Plugin: SendableMetatype {
  /// A plugin that does nothing yet.
  public init() {}

  /// Called once for each container that the plugin is added to. Register handlers on the container here: they belong to
  /// the plugin, and run beside those of the container and of other plugins, in the order in which they were added.
  open func begin(in container: ContainerModel) {}

  /// Called when the plugin was removed from a container. Its handlers there are removed already.
  open func end(in container: ContainerModel) {}

  /// The events of the tools, whether or not a row has these tools now.
  ///
  /// A viewer may press a tool that the row does not have any more. If the event is listed here, the server asks
  /// ``refusal(of:at:)`` for the reason; otherwise the answer says that the row does not know the event.
  open var events: [EventDescriptor] { [] }

  /// The events that a viewer's browser may send from the container itself, and not from a control of a row. A module of
  /// the browser sends them. Any other event from a container is refused.
  open var listEvents: [EventDescriptor] { [] }

  /// Why a row does not accept one of the ``events`` now; nil if it does. No handler runs for a refused event.
  open func refusal(of event: AnyEvent, at row: Node) -> EventRefusal? { nil }

  /// Returns the markup after a row's own. `name` is the row's text, for labels.
  open func tools(for row: Node, named name: String) -> HTML { HTML() }

  /// Returns the CSS classes that the plugin adds to the row's element, separated by spaces.
  open func classes(of row: Node) -> String { "" }

  /// Returns the CSS classes that the plugin adds to the element around the rows, separated by spaces. Call
  /// ``setNeedsTools(of:)`` with the container when they change.
  open func classes(ofList container: ContainerModel) -> String { "" }

  /// When viewers report that a row is in view, if neither the row nor its content says so. Then ``Visibility/appeared``
  /// and ``Visibility/disappeared`` reach the container.
  open func visibility(of row: Node) -> Visibility? { nil }

  /// Called around each command of a control below a container of the plugin, in the outer containers first. Override it to do
  /// something before or after the command, such as a log, or to leave it out.
  ///
  /// ```swift
  /// override func performing(_ command: String, at node: Node, _ perform: () -> Void) {
  ///   perform()
  ///   count += 1
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - command: The id of the command, or the name of its field.
  ///   - node: The row that has it.
  ///   - perform: Runs it.
  open func performing(_ command: String, at node: Node, _ perform: () -> Void) { perform() }

  /// Called after rows were added, removed or moved, before viewers see it. Changes that it makes go out in the same
  /// patch. A plugin that stores something for each row forgets here the rows that are gone.
  open func rowsChanged(in container: ContainerModel) {}
}
