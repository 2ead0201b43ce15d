/// The behaviours that were added to a container's rows.
private final class Plugins: NodeFeature {
  var all: [any Plugin] = []

  override func rowChanged(_ cell: Node) { if !all.isEmpty { cell.setNeedsTools() } }
}

extension ContainerModel {
  /// The behaviours that were added to the container's rows.
  final var plugins: [any Plugin] { existing(Plugins.self)?.all ?? [] }

  final func append(_ plugin: any Plugin) { feature(Plugins.self).all.append(plugin) }
}
