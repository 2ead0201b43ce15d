import Espalier
import EspalierTestSupport

@testable import EspalierHTTP
@testable import EspalierServer

/// A viewer with a bad network: the messages on their way to it, and what it does with them. At each moment it shows
/// what the server showed at the viewer's version.
struct LedgerViewer {
  /// The steps that may happen to it next.
  enum Step: String, CaseIterable {
    case change, repeatPost, attach, hear, loseEvent, disconnect, receive, receiveTwice, ask
  }

  /// A reply on its way to the viewer.
  private enum Letter {
    case reply(Response)
    case catchUp(Response, askedAt: Version)
  }

  private let name: String
  private(set) var client: ModelClient
  /// The events that it posted. The token is also the event's id.
  private(set) var posts: [Ledger.Act] = []
  private var stream: EventStream?
  private var reader = EventReader()
  /// Bytes that the stream has sent and the viewer has not read.
  private var wire: [UInt8] = []
  /// Whether its stream lost an event. Only the next event would show that.
  private var hasLost = false
  private var letters: [Letter] = []
  private var checked: Int?

  init(_ name: String, _ server: LedgerServer, isCareless: Bool) throws {
    self.name = name
    client = try ModelClient(server.page(), isCareless: isCareless)
  }

  mutating func perform(_ step: Step, _ server: inout LedgerServer, _ random: inout SeededRandom) throws {
    wire += stream?.takeAll(from: server) ?? []
    switch step {
    case .change:
      let act = Ledger.Act(token: "\(name)-\(posts.count)", using: &random)
      posts.append(act)
      letters.append(.reply(try server.post(act, id: act.token)))
    case .repeatPost:
      guard let act = posts.randomElement(using: &random) else { break }
      letters.append(.reply(try server.post(act, id: act.token)))
    case .attach: try attach(server, lastEvent: Bool.random(using: &random) ? reader.lastID : nil)
    case .hear: try hear(part(using: &random), server)
    case .loseEvent:
      let end = reader.isBetweenEvents ? EventReader.firstEnd(in: wire) : 0
      wire.removeFirst(end)
      hasLost = hasLost || end > 0
    case .disconnect:
      try hear(part(using: &random), server)
      hangUp()
    case .receive: try receive(again: false, &random)
    case .receiveTwice: try receive(again: true, &random)
    case .ask: try ask(server)
    }
    try check(server)
  }

  /// Ends its stream and loses the bytes that it has not read.
  mutating func hangUp() {
    stream?.finish(.gone)
    stream = nil
    (wire, hasLost) = ([], false)
    reader = EventReader(after: reader)
  }

  /// Repairs the network: all replies arrive. A viewer whose stream lost nothing needs nothing else.
  mutating func settle(_ server: LedgerServer, _ random: inout SeededRandom) throws {
    while !letters.isEmpty {
      try receive(again: false, &random)
      try check(server)
    }
    if stream == nil || hasLost { try attach(server, lastEvent: nil) }
    wire += stream?.takeAll(from: server) ?? []
    try hear(wire.count, server)
    if client.isBehind {
      try ask(server)
      try receive(again: false, &random)
      try check(server)
    }
    hangUp()
    guard client.version == server.version else {
      throw LawBroken("\(name) is at \(client.version), the server at \(server.version)")
    }
  }

  /// Attaches as a browser that reconnects, or as a client that opens a new stream.
  private mutating func attach(_ server: LedgerServer, lastEvent: String?) throws {
    hangUp()
    stream = try server.stream(since: client.version, lastEvent: lastEvent)
  }

  private mutating func ask(_ server: LedgerServer) throws {
    letters.append(.catchUp(try server.catchUp(since: client.version), askedAt: client.version))
  }

  /// The number of bytes to read: all that wait, or a random part of them.
  private func part(using random: inout SeededRandom) -> Int {
    Bool.random(using: &random) ? wire.count : Int.random(in: 0...wire.count, using: &random)
  }

  private mutating func hear(_ count: Int, _ server: LedgerServer) throws {
    let events = reader.read(wire.prefix(count))
    wire.removeFirst(count)
    for event in events {
      try client.take(event)
      try check(server)
    }
  }

  /// Replies arrive in any order.
  private mutating func receive(again: Bool, _ random: inout SeededRandom) throws {
    guard let index = letters.indices.randomElement(using: &random) else { return }
    let letter = again ? letters[index] : letters.remove(at: index)
    switch letter {
    case .reply(let response): try client.take(reply: response)
    case .catchUp(let response, let asked): try client.take(catchUp: response, askedAt: asked)
    }
  }

  private mutating func check(_ server: LedgerServer) throws {
    guard checked != client.changes else { return }
    checked = client.changes
    guard let then = server.history[client.version], then ~~ client.document else {
      throw LawBroken("\(name) does not show what \(client.version) was")
    }
  }
}

extension Ledger.Act {
  /// A random change of the ledger.
  init(token: String, using random: inout SeededRandom) {
    let all = What.allCases
    self.init(
      what: all[Int.random(in: all.indices, using: &random)], token: token, at: Int.random(in: 0..<9, using: &random))
  }
}
