/// Work for a loop. Any thread may add it.
struct LoopQueue {
  enum Item: Sendable {
    /// Work of the loop itself. It touches connections, and never waits.
    case own(@Sendable () -> Void)
    /// Page code, which may take long.
    case page(@Sendable () -> Void)
    case resume(Exchange)
  }

  private var items: [Item] = []
  private var isSignalled = false
  private(set) var isOpen = true

  /// Whether nothing waits.
  var isEmpty: Bool { items.isEmpty }

  /// Adds an item. Returns true if the loop must be signalled, which happens once per batch.
  mutating func add(_ item: Item) -> Bool {
    items.append(item)
    defer { isSignalled = true }
    return !isSignalled
  }

  /// Exchanges the batch for an empty array, whose memory the next batch then has.
  mutating func exchange(for empty: inout [Item]) {
    isSignalled = false
    swap(&items, &empty)
  }

  /// The loop has ended and takes no more items.
  mutating func close() { isOpen = false }
}
