/// The last replies by event id, so that a repeated event gets the reply of the first and has no second effect.
struct Receipts {
  private var replies: [String: Response] = [:]
  private var order: [String] = []
  private let capacity: Int

  init(capacity: Int) { self.capacity = max(1, capacity) }

  subscript(id: String) -> Response? { replies[id] }

  mutating func keep(_ reply: Response, for id: String) {
    guard replies.updateValue(reply, forKey: id) == nil else { return }
    order.append(id)
    if order.count > capacity { replies[order.removeFirst()] = nil }
  }
}
