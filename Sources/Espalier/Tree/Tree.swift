/// The tree of one page instance: a root container and what viewers see of it.
///
/// All changes between two flushes become one `ChangeSet`. Not Sendable: it lives in its page instance's lane.
public final class Tree {
  /// The most levels a tree may have; one more is refused.
  public static let deepest = 64
  /// How often hooks may ask for another flush in one go.
  static let mostFlushes = 16

  /// The container at the top. Its address is empty.
  public let root: ContainerModel
  let renderer: Renderer
  /// What the page and the site share with the whole tree.
  var sharedValues: [SharedDataName: any StoredData] = [:]
  /// Hears every event that no container stopped, and says whether it answered.
  public var site: ((Occurrence) -> Bool)?
  /// Finds the services that no container provides.
  public var resolver: (any ServiceResolver)?
  /// Who listens to signals, and what nodes have not heard yet.
  var listenings = Listenings()
  /// The notifications under way.
  var notifications = NestedNotifications()
  /// The types of nodes of which one has read an observable object.
  var observingTypes: Set<ObjectIdentifier> = []
  /// The event being answered, if any.
  var delivery: Delivery?
  /// What happens, while somebody watches.
  var trace: Trace?

  var dirtyCells: [any RenderedNode] = []
  var dirtyContainers: [ContainerModel] = []
  /// Subtrees that were attached, or came out of hiding, and may not be loaded yet.
  var arrivals: [Node] = []
  /// When changes go out that nobody waits for.
  var pushes: Coalescer<ObjectIdentifier>
  /// What is to be done when changes are out.
  var completions: [Completion] = []
  /// The nodes whose next change is shown in a way of its own.
  var animated: [Node] = []
  /// What the flush at hand has come by.
  var flushing = Flushing()
  /// Whether nobody will look at the tree any more.
  var hasEnded = false
  /// What nodes want to happen in the window, beside being shown.
  var requests: [(node: Node, effect: (String) -> Effect)] = []
  /// What nodes have begun and left behind of asynchronous work.
  var work = NodeWork()
  /// What is kept over restarts.
  var keeping: Keeping
  private(set) var diagnostics: [Diagnostic] = []

  /// Nodes in the tree, those that are hidden included.
  package internal(set) var nodeCount = 0
  /// Cells rendered so far.
  public internal(set) var renderCount = 0
  /// Flushes so far.
  public internal(set) var flushCount = 0

  /// A tree over a root; `templates` fills template cells, `restored` is what was kept of it, by `KeptChange.key`, and
  /// `pushWindow` is the shortest time between two pushes of one container's changes.
  public init(
    _ root: ContainerModel, templates: TemplateLibrary = TemplateLibrary(), restoring restored: [String: JSON] = [:],
    pushWindow: Duration = .milliseconds(50)
  ) {
    self.root = root
    pushes = Coalescer(window: pushWindow)
    keeping = Keeping(restoring: restored)
    renderer = Renderer(templates: templates)
    root.setTree(self)
    arrivals = [root]
    root.markStructure()
  }

  /// Shares a value with the whole tree, from above the root: for the page and the site.
  public func share<Value>(_ value: Value, to data: SharedData<Value>, broadcast: Bool = true) {
    sharedValues[data.name] = Stored { value }
    if broadcast { root.broadcast(data.name, sharedValues[data.name], by: nil) }
  }

  /// Takes up changed templates: every cell is rendered again.
  public func use(_ templates: TemplateLibrary) {
    renderer.templates = templates
    root.setNeedsRender()
  }

  func report(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }

  /// What was reported since the last call, each thing once.
  public func takeDiagnostics() -> [Diagnostic] {
    defer { diagnostics = [] }
    var seen: Set<Diagnostic> = []
    return (diagnostics + renderer.takeDiagnostics()).filter { seen.insert($0).inserted }
  }

  /// What viewers see, as a value. Cost: one small struct per node.
  public func snapshot() -> NodeSnapshot { snapshot(root, key: "") }

  /// A node with all below it, as viewers see it at this moment, under a key, and in a slot that it may have left since.
  func snapshot(_ node: Node, key: String, slot: Slot? = nil) -> NodeSnapshot {
    let slot = slot ?? node.slot
    if let cell = (node as? any RenderedNode)?.snapshot {
      return NodeSnapshot(key: key, type: cell.type, slot: slot, cell: cell)
    }
    let container = node as? ContainerModel
    return NodeSnapshot(
      key: key, type: renderer.name(of: node.namedType), slot: slot, layout: container?.shownClasses ?? "",
      children: container?.shown.map { snapshot($0.node, key: $0.key, slot: $0.slot) } ?? [])
  }
}
