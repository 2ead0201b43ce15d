/// A queue: first in, first out.
package struct FIFO<Item> {
  private var items: [Item] = []
  private var next = 0

  package init() {}

  package var isEmpty: Bool { next == items.count }
  package var count: Int { items.count - next }

  package mutating func append(_ item: Item) { items.append(item) }

  package mutating func takeFirst() -> Item? {
    guard next < items.count else { return nil }
    guard next == items.count - 1 else {
      let first = items[next]
      next += 1
      // A queue that is never empty must not keep everything that it has had.
      if next > 64 && next * 2 > items.count {
        items.removeFirst(next)
        next = 0
      }
      return first
    }
    // The last item is moved out, which costs less than a copy. Most often it is the only one.
    let last = items.removeLast()
    items.removeAll(keepingCapacity: next < 64)
    next = 0
    return last
  }
}
