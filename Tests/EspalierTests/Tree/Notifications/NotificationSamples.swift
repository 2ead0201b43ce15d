@testable import Espalier

/// The protocol that these tests notify. Each node runs the action that a test sets.
protocol Caller: Node {
  var onCall: ((Node) -> Void)? { get set }
  var calls: Box<[String]> { get }
}

extension Caller {
  func call() {
    calls.value.append(id ?? "")
    onCall?(self)
  }
}

final class CalledBox: ContainerModel, Caller {
  let calls: Box<[String]>
  var onCall: ((Node) -> Void)?
  private let isUnit: Bool
  override var isReusable: Bool { isUnit }

  init(_ id: String, _ calls: Box<[String]>, isReusable: Bool = false, _ nodes: [Node] = []) {
    self.calls = calls
    isUnit = isReusable
    super.init(id: id)
    add(nodes)
  }
}

final class CalledCell: CellModel<Row>, Caller {
  let calls: Box<[String]>
  var onCall: ((Node) -> Void)?

  init(_ id: String, _ calls: Box<[String]>) {
    self.calls = calls
    super.init(Row(id: id))
  }
}

/// The root contains F, which is reusable and contains S with I1 and I2, and G, which is reusable and contains J.
struct CalledTree {
  let calls = Box<[String]>([])
  let root: CalledBox
  let tree: Tree
  let nodes: [String: any Caller]

  init() {
    let (i1, i2, j) = (CalledCell("I1", calls), CalledCell("I2", calls), CalledCell("J", calls))
    let s = CalledBox("S", calls, [i1, i2])
    let f = CalledBox("F", calls, isReusable: true, [s])
    let g = CalledBox("G", calls, isReusable: true, [j])
    root = CalledBox("root", calls, [f, g])
    tree = Tree(root)
    _ = tree.flushAll()
    let all: [any Caller] = [root, f, s, i1, i2, g, j]
    nodes = Dictionary(uniqueKeysWithValues: all.map { ($0.id ?? "", $0) })
  }

  subscript(id: String) -> any Caller { nodes[id] ?? root }

  /// Posts from a node. Returns the called nodes in order.
  func post(from id: String, _ scope: NotificationScope) -> [String] {
    calls.value = []
    self[id].notify((any Caller).self, scope) { $0.call() }
    return calls.value
  }
}
