import Espalier

/// Who can be called in the explorer. The type is all that one who posts knows of those who hear it.
protocol NotificationReceiver: Node {
  /// What viewers see of it.
  var face: NodeFace { get set }
}

extension NotificationReceiver {
  /// Hears a notification, as the so-manieth.
  func receive(_ order: Int) { face.receive(order) }
}

/// A container: a box with a face above what is in it. The face is no receiver, so it is passed over.
final class NotificationBox: ContainerModel, NotificationReceiver {
  private let cell: FaceModel
  override var isReusable: Bool { face.isReusable }

  init(_ name: String, listensTo other: NotificationLeaf?, isReusable: Bool = false, _ nodes: [Node]) {
    cell = FaceModel(NodeFace(name: name, listensTo: other?.face.name, isReusable: isReusable))
    super.init(id: name)
    header = cell
    add(nodes)
  }

  var face: NodeFace {
    get { cell.content }
    set { cell.content = newValue }
  }
}

/// A cell that can be called itself.
final class NotificationLeaf: FaceModel, NotificationReceiver {
  init(_ name: String, listensTo other: NotificationLeaf?) {
    super.init(NodeFace(name: name, listensTo: other?.face.name), key: name)
  }

  var face: NodeFace {
    get { content }
    set { content = newValue }
  }
}

/// A face that forgets what it heard when the next notification is posted.
class FaceModel: CellModel<NodeFace> {
  override func didLoad() { subscribe(to: NodeFace.posted) { $0.content.forget(for: $1) } }
}
