/// The plugins of a container.
final class Plugins: NodeFeature {
  var all: [Plugin] = []
  /// The types of the plugins that the container has because a section that is a value names them.
  var kindsOfSection: Set<ObjectIdentifier> = []
  /// The problems that were reported. Each is reported once for a container.
  private var reported: Set<String> = []

  override func childChanged(_ node: Node, in container: ContainerModel) {
    if !all.isEmpty, node.row?.parent === container { node.setNeedsTools() }
  }

  override func visibility(of row: Node) -> Visibility? {
    for plugin in all { if let visibility = plugin.visibility(of: row) { return visibility } }
    return nil
  }

  override func classes(ofList container: ContainerModel) -> [String] {
    all.map { $0.classes(ofList: container) }.filter { !$0.isEmpty }
  }

  func first(of kind: ObjectIdentifier) -> Plugin? { all.first { ObjectIdentifier(type(of: $0)) == kind } }

  /// Whether a problem is new. A new problem counts as reported from now on.
  func isNew(_ problem: String) -> Bool { reported.insert(problem).inserted }
}

extension ContainerModel {
  /// The plugins of this container, in the order in which they were added.
  final var plugins: [Plugin] { existing(Plugins.self)?.all ?? [] }
}

extension Node {
  /// Reports a problem that the author of the page should know: how a plugin is declared, or what it cannot do here.
  ///
  /// The log names the plugin and this node's address before the text: `has no actions; give it one`.
  public final func report(_ problem: String, by plugin: Plugin) {
    report { .plugin(bareName(of: type(of: plugin)), address: $0.address, problem) }
  }
}
