import Espalier

/// A receiver of notifications in the explorer. This protocol is all that the poster knows about the receivers.
protocol NotificationReceiver: Node {
  /// The view of the node.
  var face: NodeFace { get set }
}

extension NotificationReceiver {
  /// Receives a notification. `order` is its position among the receivers, from 1.
  func receive(_ order: Int) { face.receive(order) }
}

/// A place: a box with its face as header. The face is not a receiver, so notifications skip it.
final class NotificationBox: ContainerModel, NotificationReceiver {
  private let cell: FaceModel
  override var isReusable: Bool { face.isReusable }

  init(_ id: String, _ name: String, listensTo other: NotificationLeaf?, isReusable: Bool = false, _ nodes: [Node]) {
    cell = FaceModel(NodeFace(name: name, listensTo: other?.face.name, isReusable: isReusable))
    super.init(id: id)
    header = cell
    add(nodes)
  }

  var face: NodeFace {
    get { cell.content }
    set { cell.content = newValue }
  }
}

/// A person: a cell that is a receiver itself.
final class NotificationLeaf: FaceModel, NotificationReceiver {
  init(_ id: String, _ name: String, listensTo other: NotificationLeaf?) {
    super.init(NodeFace(name: name, listensTo: other?.face.name), key: id)
  }

  var face: NodeFace {
    get { content }
    set { content = newValue }
  }
}

/// A face that resets its order when the next notification is posted.
class FaceModel: CellModel<NodeFace> {
  override func didLoad() { subscribe(to: NodeFace.posted) { $0.content.forget(for: $1) } }
}
