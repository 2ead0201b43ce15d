/// Page code that waits for the daemon to return. Requests and the work that pages leave to each other take turns, so that
/// a request does not wait for all work of other pages.
struct Backlog {
  enum Item {
    case request(Exchange, Request)
    case work(() -> Void)
  }

  private var requests = FIFO<Item>()
  private var work = FIFO<Item>()
  private var isWorkNext = false

  var isEmpty: Bool { requests.isEmpty && work.isEmpty }

  mutating func add(_ item: Item) {
    if case .request = item { requests.append(item) } else { work.append(item) }
  }

  mutating func takeFirst() -> Item? {
    let takesWork = requests.isEmpty || isWorkNext && !work.isEmpty
    isWorkNext = !takesWork
    return takesWork ? work.takeFirst() : requests.takeFirst()
  }
}
