/// The plugins of a container.
private final class Plugins: NodeFeature {
  var all: [any Plugin] = []

  override func rowChanged(_ cell: Node) { if !all.isEmpty { cell.setNeedsTools() } }
}

extension ContainerModel {
  /// The plugins of this container, in the order in which they were added.
  final var plugins: [any Plugin] { existing(Plugins.self)?.all ?? [] }

  final func append(_ plugin: any Plugin) { feature(Plugins.self).all.append(plugin) }
}
