/// The data of one library feature at a node, such as the node's event handlers, its tasks or its plugins.
///
/// A node creates a feature when it first needs it, so a node pays only for what it uses. `Node` does not know the
/// types of its features; it only tells them what happens to the node.
class NodeFeature {
  required init() {}

  /// The node has joined a container, with all nodes below it.
  func didJoin(_ container: ContainerModel, _ node: Node) {}

  /// The node has left a container, with all nodes below it.
  func didLeave(_ container: ContainerModel, _ node: Node) {}

  /// The order of the container's children has changed.
  func didReorder(_ container: ContainerModel) {}

  /// The node has moved to another tree, or to none.
  func didMove(_ node: Node, from old: Tree?, to new: Tree?) {}

  /// The node's tree has ended.
  func didEnd(_ node: Node) {}

  /// A child, header or footer of the container, or of a container directly in it, has joined or is leaving.
  func childChanged(_ node: Node, in container: ContainerModel) {}

  /// The CSS classes of the element around the container's rows.
  func classes(ofList container: ContainerModel) -> [String] { [] }

  /// When viewers report that a row of the container is in view, if the row itself does not say it.
  func visibility(of row: Node) -> Visibility? { nil }

  /// The value of the row for which the node was made.
  var rowValue: Any? { nil }

  /// The node's `visibility` has changed.
  func visibilityChanged(_ node: Node) {}
}

extension Node {
  /// The node's feature of a type; nil if the node has not needed it yet.
  final func existing<Feature: NodeFeature>(_ type: Feature.Type) -> Feature? {
    let features = features
    let all = features.span
    for index in all.indices where Swift.type(of: all[index]) == type {
      // Safe: the types are equal. A checked cast would take longer than the search.
      return unsafe unsafeDowncast(all[index], to: Feature.self)
    }
    return nil
  }

  /// The node's feature of a type, created now if the node has not needed it yet.
  final func feature<Feature: NodeFeature>(_ type: Feature.Type) -> Feature {
    if let feature = existing(type) { return feature }
    let feature = Feature()
    features = features + [feature]  // With `append`, Swift checks each access at run time.
    return feature
  }
}

/// The data of one library feature at a tree. A tree creates a feature when it first needs it.
class TreeFeature {
  required init() {}

  /// Containers that wait for rows of their sources take them.
  func takeRows(in tree: Tree) {}
}

extension Tree {
  /// The tree's feature of a type; nil if the tree has not needed it yet.
  func existing<Feature: TreeFeature>(_ type: Feature.Type) -> Feature? {
    let features = features
    let all = features.span
    for index in all.indices where Swift.type(of: all[index]) == type {
      // Safe: the types are equal.
      return unsafe unsafeDowncast(all[index], to: Feature.self)
    }
    return nil
  }

  /// The tree's feature of a type, created now if the tree has not needed it yet.
  func feature<Feature: TreeFeature>(_ type: Feature.Type) -> Feature {
    if let feature = existing(type) { return feature }
    let feature = Feature()
    features = features + [feature]  // With `append`, Swift checks each access at run time.
    return feature
  }
}
