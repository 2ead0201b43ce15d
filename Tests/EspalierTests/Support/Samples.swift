@testable import Espalier

/// The simplest row of a list: its key is its id.
struct Row: Content, Identifiable {
  static let tap = Event<Int>("tap")
  let id: String
  var text = ""
  var html: HTML { "<b>\(text)</b><button \(Self.tap, sends: 1)>+</button>" }
}

/// A row without an id and without controls.
struct Note: Content {
  var text: String
  var html: HTML { "<p>\(text)</p>" }
}

/// A cell that records its hooks.
final class CountingCell: CellModel<Note> {
  private(set) var hooks: [String] = []
  var onWillRender: (() -> Void)?
  var onDidRender: (() -> Void)?

  func forget() { hooks = [] }
  override func didLoad() { hooks.append("didLoad") }
  override func willRender() {
    hooks.append("willRender")
    onWillRender?()
  }
  override func didRender() {
    hooks.append("didRender")
    onDidRender?()
  }
}

/// A container that records its hooks.
final class CountingContainer: ContainerModel {
  private(set) var hooks: [String] = []
  var onDidLoad: ((CountingContainer) -> Void)?

  func forget() { hooks = [] }
  override func didLoad() {
    hooks.append("didLoad")
    onDidLoad?(self)
  }
  override func willRender() { hooks.append("willRender") }
  override func didRender() { hooks.append("didRender") }
}

/// A value that closures can change.
final class Box<Value> {
  var value: Value
  init(_ value: Value) { self.value = value }
}

extension Tree {
  /// The addresses of the cells that viewers see, in order.
  var listedCells: [String] {
    func cells(_ node: NodeSnapshot, _ prefix: String) -> [String] {
      let address = prefix.isEmpty ? node.key : "\(prefix)/\(node.key)"
      return node.cell == nil ? node.children.flatMap { cells($0, address) } : [address]
    }
    return cells(snapshot(), "")
  }

  /// The last components of `listedCells`.
  var listedKeys: [String] { listedCells.compactMap { $0.split(separator: "/").last.map(String.init) } }
}

extension ChangeSet {
  /// Each operation in short form: `insert b`, `move a`, `update c`.
  var summary: [String] {
    operations.map { operation in
      switch operation {
      case .insert(let node, let place, _): "insert \(place.address(of: node.key))"
      case .remove(let key, let place, _): "remove \(place.address(of: key))"
      case .move(let key, _, let place, _, _): "move \(place.address(of: key))"
      case .relocate(let key, let from, let newKey, let to, _, _):
        "relocate \(from.address(of: key)) to \(to.address(of: newKey))"
      case .update(let key, let place, _, _, _): "update \(place.address(of: key))"
      case .relayout(let node, let place): "relayout \(place.container) \(node.layout)"
      case .replace(_, let place, _): "replace \(place.container)"
      }
    }
  }
}
