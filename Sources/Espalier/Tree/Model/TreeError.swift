/// A refused change of the structure. Nothing has changed.
package struct TreeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Why a change was refused.
  package struct Code: Hashable, Sendable {
    let reason: String

    /// A container cannot hold itself.
    package static let selfAdd = Code(reason: "a container cannot hold itself")
    /// A container cannot hold a container that holds it.
    package static let cycle = Code(reason: "a container cannot be put below itself")
    /// The node is in this container already.
    package static let alreadyAChild = Code(reason: "the node is in this container already")
    /// A closure that makes the nodes of rows has returned one that is in a list already.
    package static let notNew = Code(reason: "the node of a row must be a new one")
    /// The node, or the anchor, is not in this container.
    package static let notAChild = Code(reason: "the node is not in this container")
    /// There is no such place in the container.
    package static let indexOutOfRange = Code(reason: "there is no such place in the container")
    /// The root of a page's tree stays at the top.
    package static let root = Code(reason: "the root of a page cannot be put into a container")
    /// A container that is ordered by weight keeps its order.
    package static let againstOrder = Code(reason: "the place is against the container's order by weight")
    /// A source orders the rows of its containers.
    package static let hasSource = Code(reason: "a source orders the rows of this container; use an ArrangedSource")
    /// The container is in the middle of a comparison of its rows.
    package static let isChanging = Code(reason: "code that makes or compares rows must not change their list")
    /// The tree would have more levels than `Tree.deepest`.
    package static let tooDeep = Code(reason: "the tree would have more than \(Tree.deepest) levels")
  }

  /// The reason.
  package let code: Code
  /// The key of the node, or its type's name if it has no key yet.
  package let node: String
  /// The address of the container.
  package let container: String

  /// The reason, the node and the container.
  package var description: String { "\(code.reason): \(node) in \"\(container)\"" }
}
