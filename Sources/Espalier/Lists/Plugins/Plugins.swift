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

extension Plugin {
  /// Reports a problem that the author of the page should know: how the plugin is declared, or what it cannot do here.
  ///
  /// The log names the plugin and the node's address before the text: `has no actions; give it one`.
  public final func report(_ problem: String, at node: Node) {
    node.report { .plugin(bareName(of: type(of: self)), address: $0.address, problem) }
  }

  /// Makes the next flush render a row's tools and classes again. For a list, it also asks the plugins again for the
  /// classes of the element around the rows.
  public final func setNeedsTools(of node: Node) { node.setNeedsTools() }

  /// Call this in the answer of a dialog if its action cannot run any more, because what it was about has changed or is
  /// gone. A notice tells the viewer so.
  public final func refuseLateAnswer(at node: Node) { node.refuseLateAnswer() }

  /// Whether a node is a row, and not a header, a footer or one cell of a row.
  public static func isRow(_ node: Node) -> Bool { node.row === node }

  /// Whether a node is part of a page.
  public static func isInPage(_ node: Node) -> Bool { node.isInPage }
}
