import Espalier
import EspalierTestSupport

@testable import EspalierHTTP
@testable import EspalierServer

/// A viewer with a bad network: what is on its way to it, and what it makes of that. At each moment it shows what the server showed at
/// the version that it has.
struct LedgerViewer {
  /// All that may happen to it next.
  enum Step: String, CaseIterable {
    case change, repeatPost, attach, hear, loseEvent, disconnect, receive, receiveTwice, ask
  }

  /// A reply on its way.
  private enum Letter {
    case reply(Response)
    case catchUp(Response, askedAt: Version)
  }

  private let name: String
  private(set) var client: ModelClient
  /// What it posted: the token is the event's id, too.
  private(set) var posts: [Ledger.Act] = []
  private var stream: EventStream?
  private var reader = EventReader()
  /// Bytes that the stream has sent and it has not read.
  private var wire: [UInt8] = []
  /// Whether its stream lost an event, which only the next one would show.
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

  /// Its stream ends; what it has not read is lost.
  mutating func hangUp() {
    stream?.finish(.gone)
    stream = nil
    (wire, hasLost) = ([], false)
    reader = EventReader(after: reader)
  }

  /// The network is well again: what is on its way arrives. A stream that lost nothing is enough to stay true.
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

  /// As a browser that comes back by itself, or as a client that opens a new stream.
  private mutating func attach(_ server: LedgerServer, lastEvent: String?) throws {
    hangUp()
    stream = try server.stream(since: client.version, lastEvent: lastEvent)
  }

  private mutating func ask(_ server: LedgerServer) throws {
    letters.append(.catchUp(try server.catchUp(since: client.version), askedAt: client.version))
  }

  /// All that is on the wire, or what ends anywhere in it.
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

  /// Any reply may be the next to arrive.
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
  /// Anything that one can do to the ledger.
  init(token: String, using random: inout SeededRandom) {
    let all = What.allCases
    self.init(
      what: all[Int.random(in: all.indices, using: &random)], token: token, at: Int.random(in: 0..<9, using: &random))
  }
}
