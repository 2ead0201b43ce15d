import Espalier
import EspalierLocks

/// Opens windows over a query, one after the other, and remembers the place where the last one looked.
final class LiveView<Row: Decodable & Sendable>: Sendable {
  let size: Int
  private let most: Int
  private let open: @Sendable (WindowPlace) -> LiveWindow<Row>
  private let state: Lock<State>

  private struct State: Sendable {
    var place: WindowPlace
    /// What is open now. It closes itself when nobody takes its events any more.
    weak var window: LiveWindow<Row>?
    /// Whether the place comes from a URL, so that its row may be gone.
    var isFromURL: Bool
  }

  /// A view of at most three times as many rows as the size, but not more than `most`.
  init(_ query: Query<Row>, _ database: Database, size: Int, at anchor: ListAnchor, most: Int) {
    self.size = size
    open = { database.window(of: query, at: $0.limited(to: most)) }
    self.most = most
    state = Lock(State(place: WindowPlace(anchor, size: size), window: nil, isFromURL: anchor.key != nil))
  }

  /// Opens a window at the last place, and returns what happens to it.
  func begin() -> Events {
    let window = open(state.withLock { $0.place })
    state.withLock { $0.window = window }
    return Events(window: window)
  }

  /// Returns when the page has worked on all that was written so far.
  func catchUp() async { await state.withLock { $0.window }?.catchUp() }

  /// Shows other rows, and follows the row with an id.
  func move(to anchor: WindowPlace.Anchor, before: Int, after: Int, following id: SQLValue? = nil) {
    let place = WindowPlace(anchor, before: before, after: after, following: id).limited(to: most)
    let window = state.withLock { state in
      (state.place, state.isFromURL) = (place, false)
      return state.window
    }
    window?.move(to: place)
  }

  /// What viewers hear of the window.
  func window(of rows: WindowState) -> ListWindow {
    let (place, isFromURL) = state.withLock { ($0.place, $0.isFromURL) }
    var window = ListWindow()
    window.isRead = true
    window.position = rows.position
    window.count = rows.count
    window.shown = rows.rows.count
    (window.isAtStart, window.isAtEnd) = (rows.isAtStart, rows.isAtEnd)
    window.before = rows.isAtStart ? nil : rows.rows.first.map { .before(key: $0.key.text) }
    window.after = rows.isAtEnd ? nil : rows.rows.last.map { .from(key: $0.key.text) }
    window.isMoved = false
    if isFromURL, case .key(let key) = place.anchor, place.after > 0, rows.rows.indices.contains(rows.anchor) {
      window.isMoved = rows.rows[rows.anchor].key != key
    }
    return window
  }

  /// The events of a window, which stays open as long as somebody takes them.
  struct Events: AsyncSequence, Sendable {
    let window: LiveWindow<Row>

    func makeAsyncIterator() -> Iterator { Iterator(window: window, events: window.events.makeAsyncIterator()) }

    struct Iterator: AsyncIteratorProtocol {
      let window: LiveWindow<Row>
      var events: AsyncStream<WindowEvent>.Iterator

      mutating func next(isolation actor: isolated (any Actor)?) async -> WindowEvent? {
        await events.next(isolation: actor)
      }
    }
  }
}

extension ListAnchor {
  /// The key that it names, as text.
  fileprivate var key: String? {
    switch self {
    case .start, .end: nil
    case .from(let key), .before(let key): key
    }
  }
}

extension WindowPlace {
  /// The place of an anchor. A text that is no key stands for the start.
  fileprivate init(_ anchor: ListAnchor, size: Int) {
    switch anchor {
    case .start: self.init(.start, after: size)
    case .end: self.init(.end, before: size)
    case .from(let text):
      guard let key = RowKey(text: text) else { fallthrough }
      self.init(.key(key), after: size)
    case .before(let text):
      guard let key = RowKey(text: text) else {
        self.init(.start, after: size)
        return
      }
      self.init(.key(key), before: size)
    }
  }
}
