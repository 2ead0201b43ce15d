extension ContainerModel {
  /// The children of a container in order, hidden ones too, and what changes them.
  ///
  /// ```swift
  /// list.children.count
  /// list.children[id: 7]                       // the row with this id, if there is one
  /// list.children.move(row, to: 0)
  /// list.children.source = ArraySource(tasks)
  /// ```
  ///
  /// It is a collection of nodes. A loop goes over the children that are there when it begins, so its body may change them.
  public struct Children: RandomAccessCollection {
    let container: ContainerModel

    init(_ container: ContainerModel) { self.container = container }

    /// The index of the first child: 0.
    public var startIndex: Int { 0 }
    /// The number of children.
    public var endIndex: Int { container.childNodes.count }

    /// The child at an index.
    public subscript(index: Int) -> Node { container.childNodes[index] }

    /// Some of the children, as they are now.
    public subscript(range: Range<Int>) -> ArraySlice<Node> { container.childNodes[range] }

    /// The children as they are now.
    public func makeIterator() -> IndexingIterator<[Node]> { container.childNodes.makeIterator() }

    /// The child with an id, in the form that the row has it; nil if there is none.
    ///
    /// The key in an address may be written in another way: `children[id: "Apple Music"]` is the node at
    /// `Apple~20Music`.
    public subscript(id id: some CustomStringConvertible) -> Node? {
      container.childrenByKey[NodeKey.encode(id.description)]
    }

    /// The child with a key, in the form that addresses have it; nil if there is none.
    public subscript(key key: String) -> Node? { container.childrenByKey[key] }
  }

  /// The children in order, hidden ones too.
  public final var children: Children { Children(self) }
}

/// A refused change changes nothing; a server in development logs why.
extension ContainerModel.Children {
  /// Moves a child to an index, which counts without the child. A container that is ordered by weight refuses a move
  /// against its order.
  public func move(_ node: Node, to index: Int) { container.move(node, to: index) }

  /// Replaces a child with another node. In a container that is ordered by weight, the other node goes where its weight
  /// belongs.
  public func replace(_ node: Node, with replacement: Node) { container.replace(node, with: replacement) }

  /// Two nodes change places, in this container or across containers. `node` is a child; `other` is a child of any
  /// container. Does nothing if both are the same node.
  public func swap(_ node: Node, with other: Node) { container.swap(node, with: other) }

  /// Removes all children; header and footer stay.
  public func removeAll() { container.removeAll() }

  /// Adds nodes at the end of the last section, which is the last child that is a container. If there is none, the
  /// container makes one without a header. Returns the section; nil if a node was refused.
  @discardableResult
  public func addToLastSection(_ nodes: [Node]) -> ContainerModel? { container.addToLastSection(nodes) }
}
