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
    let item = items[next]
    next += 1
    if next == items.count {
      items.removeAll(keepingCapacity: next <= 64)
      next = 0
    }
    return item
  }
}
