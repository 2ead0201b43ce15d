import EspalierHTTP
import EspalierLocks
import EspalierServer

/// The connections on which streams of other nodes come: one for each node that this one follows.
final class IncomingConnections: Sendable {
  struct Connection: Sendable {
    let name: String
    let channels: IncomingChannels
  }

  private enum Stage {
    /// What waits until the other node has answered.
    case opening([@Sendable (Connection?) -> Void])
    case open(Connection)
  }

  private let stages = Lock<[String: Stage]>([:])

  /// Calls `use` with the connection to the node at an address, or with nil if that node cannot be reached. If there is no
  /// connection yet, `open` opens one with the given name.
  func connect(
    to address: String,
    open: (_ name: String, _ reply: @escaping @Sendable (IncomingChannels?) -> Void) -> Void,
    _ use: @escaping @Sendable (Connection?) -> Void
  ) {
    let (ready, isFirst) = stages.withLock { stages -> (Connection?, Bool) in
      switch stages[address] {
      case .open(let connection): return (connection, false)
      case .opening(let waiting):
        stages[address] = .opening(waiting + [use])
        return (nil, false)
      case nil:
        stages[address] = .opening([use])
        return (nil, true)
      }
    }
    if let ready { return use(ready) }
    guard isFirst else { return }
    let name = RandomID.next()
    open(name) { [self] channels in
      let connection = channels.map { Connection(name: name, channels: $0) }
      let waiting = stages.withLock { stages -> [@Sendable (Connection?) -> Void] in
        guard case .opening(let waiting)? = stages[address] else { return [] }
        stages[address] = connection.map { .open($0) }
        return waiting
      }
      for use in waiting { use(connection) }
      // It may have ended already.
      channels?.onEnd { [self] in end(name, to: address) }
    }
  }

  private func end(_ name: String, to address: String) {
    stages.withLock { stages in
      if case .open(let connection)? = stages[address], connection.name == name { stages[address] = nil }
    }
  }
}
