/// Page code that waits for the daemon to return. Requests and the work that pages leave to each other take turns, so that
/// a request does not wait for all work of other pages.
struct Backlog {
  enum Item {
    case request(Exchange, Request)
    case work(() -> Void)
  }

  /// First in, first out.
  private struct Queue {
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

  private var requests = Queue()
  private var work = Queue()
  private var isWorkNext = false

  var isEmpty: Bool { requests.isEmpty && work.isEmpty }

  mutating func add(_ item: Item) {
    if case .request = item { requests.add(item) } else { work.add(item) }
  }

  mutating func takeFirst() -> Item? {
    let takesWork = requests.isEmpty || isWorkNext && !work.isEmpty
    isWorkNext = !takesWork
    return takesWork ? work.takeFirst() : requests.takeFirst()
  }
}
