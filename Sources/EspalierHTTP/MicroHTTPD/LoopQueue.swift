/// Work for a loop, put there by any thread.
struct LoopQueue {
  enum Item: Sendable {
    /// The loop's own: it touches connections, and never waits.
    case own(@Sendable () -> Void)
    /// A page's code, which may take long.
    case page(@Sendable () -> Void)
    case resume(Exchange)
  }

  private var items: [Item] = []
  private var isSignalled = false
  private(set) var isOpen = true

  /// Whether nothing waits.
  var isEmpty: Bool { items.isEmpty }

  /// Adds an item; true where the loop must be signalled, which is once per batch.
  mutating func add(_ item: Item) -> Bool {
    items.append(item)
    defer { isSignalled = true }
    return !isSignalled
  }

  /// Takes the batch.
  mutating func takeAll() -> [Item] {
    isSignalled = false
    defer { items = [] }
    return items
  }

  /// The loop has ended: nothing more is taken in.
  mutating func close() { isOpen = false }
}
