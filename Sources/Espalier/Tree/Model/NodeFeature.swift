/// What one feature of the library keeps at a node: the node's event handlers, its tasks, its plugins.
///
/// A node makes a feature when it first needs it, so a node pays only for what it uses. `Node` knows no feature: it tells
/// each of its own what happens to it.
class NodeFeature {
  required init() {}

  /// The node has joined a container, with all below it.
  func didJoin(_ container: ContainerModel, _ node: Node) {}

  /// The node has left a container, with all below it.
  func didLeave(_ container: ContainerModel, _ node: Node) {}

  /// The container's children stand in another order.
  func didReorder(_ container: ContainerModel) {}

  /// The node has come to another tree, or to none.
  func didMove(_ node: Node, from old: Tree?, to new: Tree?) {}

  /// The node's tree has ended.
  func didEnd(_ node: Node) {}

  /// A row of the container, or the header that stands for such a row, has joined or left.
  func rowChanged(_ cell: Node) {}

  /// What the node says of its visibility has changed.
  func visibilityChanged(_ node: Node) {}
}

extension Node {
  /// The node's feature of a type; nil if the node has not needed it yet.
  final func existing<Feature: NodeFeature>(_ type: Feature.Type) -> Feature? {
    for feature in features where Swift.type(of: feature) == type { return feature as? Feature }
    return nil
  }

  /// The node's feature of a type, made now if the node has not needed it yet.
  final func feature<Feature: NodeFeature>(_ type: Feature.Type) -> Feature {
    if let feature = existing(type) { return feature }
    let feature = Feature()
    features.append(feature)
    return feature
  }
}

/// What one feature of the library keeps at a tree. A tree makes a feature when it first needs it.
class TreeFeature {
  required init() {}
}

extension Tree {
  /// The tree's feature of a type, made now if the tree has not needed it yet.
  func feature<Feature: TreeFeature>(_ type: Feature.Type) -> Feature {
    for feature in features where Swift.type(of: feature) == type {
      if let feature = feature as? Feature { return feature }
    }
    let feature = Feature()
    features.append(feature)
    return feature
  }
}
