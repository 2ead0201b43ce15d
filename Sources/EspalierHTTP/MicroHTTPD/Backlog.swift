/// Page code that waits for the daemon to return, first in, first out.
struct Backlog {
  enum Item {
    case request(Exchange, Request)
    case work(() -> Void)
  }

  private var items: [Item] = []
  private var next = 0

  var isEmpty: Bool { next == items.count }

  mutating func add(_ item: Item) { items.append(item) }

  mutating func takeFirst() -> Item? {
    guard next < items.count else { return nil }
    guard next == items.count - 1 else {
      next += 1
      return items[next - 1]
    }
    // The last item is moved out, which costs less than a copy. Most often it is the only one.
    let last = items.removeLast()
    items.removeAll(keepingCapacity: next < 64)
    next = 0
    return last
  }
}
