import EspalierLocks
import Testing

@testable import EspalierHTTP

/// Replies that slow clients take hold a limited number of bytes.
struct ReplyRoomTests {
  private static let size = 100 << 10
  private let ended = Lock<[String]>([])

  private func enter(_ room: ReplyRoom, _ name: String, _ body: [UInt8]) -> ReplyRoom.Ticket? {
    room.enter(.bytes(body)) { [ended] in ended.withLock { $0.append(name) } }
  }

  private func document() -> [UInt8] { [UInt8](repeating: 0, count: Self.size) }

  @Test func `a document counts once, however many replies send it, until the last of them ends`() throws {
    let room = ReplyRoom(limit: 2 * Self.size)
    let shared = document()
    let tickets = (0..<500).compactMap { enter(room, "\($0)", shared) }
    #expect(tickets.count == 500)
    #expect(room.total == Self.size)
    for ticket in tickets.dropLast() { room.leave(ticket) }
    #expect(room.total == Self.size)
    room.leave(try #require(tickets.last))
    #expect(room.total == 0)
    #expect(ended.withLock { $0.isEmpty })
  }

  @Test func `above the limit, the oldest reply of a document that nobody else reads ends`() throws {
    let room = ReplyRoom(limit: 3 * Self.size)
    let (popular, documents) = (document(), (0..<4).map { _ in document() })
    let first = try #require(enter(room, "popular", popular))
    let second = try #require(enter(room, "popular", popular))
    let tickets = documents.indices.map { enter(room, "\($0)", documents[$0]) }
    #expect(ended.withLock { $0 } == ["0", "1"])
    #expect(room.total == 3 * Self.size)
    // The end of a reply that was ended frees nothing twice.
    for ticket in tickets { room.leave(try #require(ticket)) }
    #expect(room.total == Self.size)
    for ticket in [first, second] { room.leave(ticket) }
    #expect(room.total == 0)
  }

  @Test func `one reply may be longer than the limit, and short ones and streams do not count`() {
    let room = ReplyRoom(limit: 1)
    let long = document()
    #expect(enter(room, "long", long) != nil)
    #expect(enter(room, "short", [1, 2, 3]) == nil)
    #expect(room.enter(.stream(EventStream(limit: 1))) {} == nil)
    #expect(ended.withLock { $0.isEmpty })
  }

  @Test func `bodies that share their longest part are one document`() throws {
    let room = ReplyRoom(limit: .max)
    let rows = (0..<1000).map { _ in [UInt8](repeating: 0, count: 100) }
    let bodies = (0..<2).map { number in
      SharedBytes([.bytes([UInt8(number)]), .joined(rows, by: []), .bytes([UInt8(number)])])
    }
    let tickets = bodies.map { room.enter(.shared($0)) {} }
    #expect(room.total == bodies[0].count)
    for ticket in tickets { room.leave(try #require(ticket)) }
    #expect(room.total == 0)
  }
}
