import EspalierLocks

/// Limits how many bytes the replies under way may hold until slow clients have taken them. Several replies can send one
/// document; its bytes then count once. Short replies do not count.
///
/// Above the limit, replies end without their rest: first those whose documents fewest others send, of these the oldest.
final class ReplyRoom: Sendable {
  /// A reply of up to this many bytes does not count.
  static let small = 64 << 10

  fileprivate struct Document {
    let bytes: Int
    /// The replies that send it, by their numbers.
    var replies: [Int: @Sendable () -> Void] = [:]
  }

  private struct State {
    var last = 0
    var total = 0
    /// By their places in memory.
    var documents: [UInt: Document] = [:]

    mutating func remove(at place: UInt) -> Document? {
      let document = documents.removeValue(forKey: place)
      total -= document?.bytes ?? 0
      return document
    }

    /// The place of the document whose replies must end next, if any may.
    func last(except newest: UInt) -> UInt? {
      let others = documents.lazy.filter { $0.key != newest }
      return others.min { ($0.value.replies.count, $0.value.first) < ($1.value.replies.count, $1.value.first) }?.key
    }
  }

  /// A reply under way.
  struct Ticket {
    fileprivate let place: UInt
    fileprivate let number: Int
  }

  private let limit: Int
  private let state = Lock(State())

  init(limit: Int) { self.limit = limit }

  /// The bytes that replies hold.
  var total: Int { state.withLock { $0.total } }

  /// Notes that a reply begins. `end` ends it early, and may be called on any thread. Returns nil for a short reply.
  func enter(_ body: Response.Body, end: @escaping @Sendable () -> Void) -> Ticket? {
    guard body.count > Self.small, let place = body.place else { return nil }
    let (ticket, ended) = state.withLock { state in
      state.last += 1
      if state.documents[place] == nil {
        state.documents[place] = Document(bytes: body.count)
        state.total += body.count
      }
      state.documents[place]?.replies[state.last] = end
      var ended: [@Sendable () -> Void] = []
      while state.total > limit, let next = state.last(except: place) {
        ended += state.remove(at: next)?.replies.values.map(\.self) ?? []
      }
      return (Ticket(place: place, number: state.last), ended)
    }
    for end in ended { end() }
    return ticket
  }

  /// Notes that a reply has ended.
  func leave(_ ticket: Ticket) {
    state.withLock { state in
      guard state.documents[ticket.place]?.replies.removeValue(forKey: ticket.number) != nil else { return }
      if state.documents[ticket.place]?.replies.isEmpty == true { _ = state.remove(at: ticket.place) }
    }
  }
}

extension ReplyRoom.Document {
  /// The number of its oldest reply.
  fileprivate var first: Int { replies.keys.min() ?? 0 }
}

extension Response.Body {
  /// Where its bytes are in memory; nil if they are not. Bodies with the same place share their bytes.
  fileprivate var place: UInt? {
    switch self {
    case .bytes(let bytes): bytes.place
    case .shared(let bytes): bytes.place
    case .empty, .file, .stream: nil
    }
  }
}
