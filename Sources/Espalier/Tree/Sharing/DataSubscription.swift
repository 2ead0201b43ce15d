/// A node's subscription to shared data. It remembers the delivered value, so that an unchanged value is not delivered
/// twice.
final class DataSubscription: Cancellable {
  let name: SharedDataName
  private(set) weak var node: Node?
  private let tell: (Node) -> Bool

  /// `handle` receives the value as seen from the node, if it is not the value that was delivered last.
  init<Value>(_ data: SharedData<Value>, node: Node, handle: @escaping (Node, Value) -> Void) {
    name = data.name
    self.node = node
    var last: Value?
    tell = { node in
      let value = node[data] ?? (Value.self as? any Absence.Type)?.absent as? Value
      guard let value, value != last else { return false }
      last = value
      handle(node, value)
      return true
    }
  }

  /// Ends the subscription, unless another one has replaced it.
  func cancel() {
    guard let node, node.subscriptions.contains(where: { $0 === self }) else { return }
    node.unsubscribe(from: name)
  }

  /// Delivers the value as seen from the node, if it changed. Returns whether it did.
  @discardableResult
  func deliver() -> Bool {
    guard let node, node.subscriptions.contains(where: { $0 === self }) else { return false }
    return tell(node)
  }
}
