import Espalier
import EspalierLocks
import EspalierServerTestSupport
import EspalierTestSupport
import Testing

@testable import EspalierHTTP
@testable import EspalierServer

/// The order in which a site saves.
@Suite struct SaveQueueTests {
  /// Notes each transaction as one text, and fails while the test says so.
  private final class Notes: PromptStore {
    let all = Lock<[String]>([])
    let isFull = Lock(false)
    let kept = Lock<PersistedInstance?>(nil)
    func instance(of owner: PersistedInstance.Owner) -> PersistedInstance? { kept.withLock { $0 } }
    func instance(id: String) -> PersistedInstance? { nil }
    func save(_ saves: [PersistedSave]) throws {
      if isFull.withLock({ $0 }) { throw PageStoreError("the disk is full", isTemporary: true) }
      let words = saves.flatMap { save in
        save.changes.map { "\(save.name.id).\($0.key)=\($0.value?.description ?? "")" }
          + save.events.map { "#" + $0.id }
      }
      all.withLock { $0.append(words.joined(separator: " ")) }
    }
    func forget(browser: String) {}
  }

  private let notes = Notes()
  private let watch = StoreWatch()
  private let queue: SaveQueue

  init() { queue = SaveQueue(notes, watch, .silent, elsewhere: { $0() }) }

  private func save(_ owner: String, _ value: Int, event: String? = nil) -> PersistedSave {
    PersistedSave(
      [PersistedChange(key: "v", value: .int(Int64(value)))], events: event.map { [self.event($0)] } ?? [],
      of: name(owner))
  }
  private func name(_ owner: String) -> PersistedInstance.Name {
    PersistedInstance.Name(id: owner, owner: .init(page: "/" + owner, browser: owner))
  }
  private func read(_ owner: String) throws -> PersistedInstance? {
    let answer = Lock<Result<PersistedInstance?, PageStoreError>?>(nil)
    queue.instance(of: name(owner).owner) { result in answer.withLock { $0 = result } }
    return try #require(answer.withLock { $0 }).get()
  }
  private func event(_ id: String) -> PersistedEvent { .init(id: id, sender: "s", fingerprint: "f") }
  private func done(_ ticket: SaveTicket) -> String {
    "\(ticket.outcome)".split(separator: "(").first.map(String.init) ?? ""
  }

  @Test func `what is dropped while the store works on it does not come back when the store fails`() {
    let late = LateStore(MemoryStore())
    let queue = SaveQueue(late, watch, .silent, awaitsFailed: true, elsewhere: { $0() })
    let (ticket, later) = (queue.add([save("a", 1)]), { queue.add([self.save("a", 2)]) })
    queue.commit()
    let second = later()
    queue.drop()
    #expect(second.isRefused && !queue.isEmpty)
    late.answer(.lost)
    #expect(ticket.isRefused && queue.isEmpty)
    // What comes after is saved as before.
    let third = later()
    queue.commit()
    late.answer()
    #expect(done(third) == "saved" && queue.isEmpty)
  }

  @Test func `a save that waits holds back the later ones of its owners, and no others`() {
    let first = queue.add([save("a", 1, event: "1"), save("site", 1)], isReady: false)
    let behind = queue.add([save("b", 2, event: "2"), save("site", 2)])
    let last = queue.add([save("b", 3)])
    let free = queue.add([save("c", 4)])
    queue.commit()
    #expect(notes.all.withLock { $0 } == ["c.v=4"])
    #expect([first, behind, last, free].map(done) == ["waiting", "waiting", "waiting", "saved"])
    let calls = Lock(0)
    behind.whenDone { calls.withLock { $0 += 1 } }
    free.whenDone { calls.withLock { $0 += 10 } }
    #expect(calls.withLock { $0 } == 10)
    queue.release(first)
    queue.commit()
    #expect(notes.all.withLock { $0 }.last == "a.v=1 #1 site.v=1 b.v=2 #2 site.v=2 b.v=3")
    #expect(calls.withLock { $0 } == 11)
  }

  @Test func `what the store does not take stays, with the last values and all events, until it takes it`() {
    notes.isFull.withLock { $0 = true }
    for number in 1...3 {
      let ticket = queue.add([save("a", number, event: "\(number)")])
      queue.commit()
      #expect(done(ticket) == "failed" && queue.hasFailed && !watch.isUp)
    }
    let waits = queue.add([save("a", 4, event: "4")], isReady: false)
    queue.commit()
    #expect(done(waits) == "waiting")
    #expect(queue.ticket(of: event("2"), name("a")).map(done) == "failed")
    #expect(queue.ticket(of: event("2"), name("b")) == nil)
    notes.isFull.withLock { $0 = false }
    queue.commit()
    #expect(notes.all.withLock { $0 } == ["a.v=3 #1 #2 #3"])
    #expect(!queue.hasFailed && watch.isUp && queue.ticket(of: event("2"), name("a")) == nil)
    queue.release(waits)
    queue.commit()
    #expect(notes.all.withLock { $0 }.last == "a.v=4 #4")
  }

  @Test func `nobody begins with an older state than the queue has`() throws {
    #expect(try read("a") == nil)
    let ticket = queue.add([save("a", 1)], isReady: false)
    let error = #expect(throws: PageStoreError.self) { try read("a") }
    #expect(error?.isTemporary == true)
    #expect(try read("b") == nil)
    queue.release(ticket)
    // Reading saves first.
    #expect(try read("a") == nil)
    #expect(notes.all.withLock { $0 } == ["a.v=1"])
  }

  @Test func `nothing of a forgotten browser is saved`() throws {
    let ticket = queue.add([save("a", 1), save("site", 2)], isReady: false)
    queue.forget(browser: "a") {}
    queue.release(ticket)
    queue.commit()
    #expect(notes.all.withLock { $0 } == ["site.v=2"] && done(ticket) == "saved")
  }

  @Test func `while the store saves, everything that comes is the next transaction`() throws {
    let late = LateStore(notes)
    let queue = SaveQueue(late, watch, .silent, elsewhere: { $0() })
    let first = queue.add([save("a", 1)])
    queue.commit()
    #expect(queue.underWay === first)
    let more = [2, 3].map { queue.add([save("b", $0)]) }
    #expect(queue.underWay === first, "nobody has asked for them yet")
    queue.commit()
    let later = queue.add([save("c", 4)], isReady: false)
    #expect(queue.underWay === more[1] && late.waiting == ["save /a"])
    late.answer()
    #expect(done(first) == "saved" && late.waiting == ["save /b /b"])
    #expect(more.map(done) == ["waiting", "waiting"])
    late.answer()
    #expect(more.map(done) == ["saved", "saved"] && queue.underWay == nil && done(later) == "waiting")
    #expect(late.waiting.isEmpty)
  }

  @Test func `a browser that signs out while its last change is saved leaves nothing behind`() {
    let late = LateStore(notes)
    let queue = SaveQueue(late, watch, .silent, elsewhere: { $0() })
    _ = queue.add([save("a", 1)])
    queue.commit()
    _ = queue.add([save("a", 2), save("site", 2)])
    let calls = Lock(0)
    queue.forget(browser: "a") { calls.withLock { $0 += 1 } }
    #expect(late.waiting == ["save /a"] && calls.withLock { $0 } == 0)
    late.answer()
    #expect(late.waiting == ["save /site"])
    late.answer()
    #expect(late.waiting == ["forget"] && calls.withLock { $0 } == 0)
    late.answer()
    #expect(calls.withLock { $0 } == 1 && queue.isEmpty)
    #expect(notes.all.withLock { $0 } == ["a.v=1", "site.v=2"])
  }

  /// Whatever waits and fails, each owner's transactions have the order of its saves, and in the end nothing is missing.
  @Test(arguments: [false, true])
  func `law: the store gets the last value and each event once`(isLate: Bool) {
    for seed in seeds(300) {
      var random = Seeded(state: UInt64(seed))
      let notes = Notes()
      let late = LateStore(notes)
      let queue = SaveQueue(isLate ? late : notes, StoreWatch(), .silent, elsewhere: { $0() })
      var waiting: [SaveTicket] = []
      var last: [String: Int] = [:]
      for number in 1...30 {
        let owners = ["a", "b", "site"].filter { _ in Bool.random(using: &random) }
        let isReady = Int.random(in: 0..<3, using: &random) > 0
        let saves = owners.map { save($0, number, event: "\($0)\(number)") }
        for owner in owners { last[owner] = number }
        let ticket = queue.add(saves, isReady: isReady)
        if !isReady { waiting.append(ticket) }
        notes.isFull.withLock { $0 = Int.random(in: 0..<4, using: &random) == 0 }
        queue.commit()
        if Bool.random(using: &random) { late.answer() }
        if !waiting.isEmpty, Bool.random(using: &random) {
          queue.release(waiting.remove(at: Int.random(in: waiting.indices, using: &random)))
          queue.commit()
        }
      }
      notes.isFull.withLock { $0 = false }
      for ticket in waiting { queue.release(ticket) }
      repeat { queue.commit() } while late.answer()
      #expect(queue.isEmpty && queue.underWay == nil, "seed \(seed)")
      let words = notes.all.withLock { $0 }.joined(separator: " ").split(separator: " ").map(String.init)
      for owner in ["a", "b", "site"] {
        let values = words.filter { $0.hasPrefix(owner + ".") }.compactMap { Int($0.dropFirst(owner.count + 3)) }
        let events = words.filter { $0.hasPrefix("#" + owner) }.compactMap { Int($0.dropFirst(owner.count + 1)) }
        #expect(values.last == last[owner] && values == values.sorted(), "seed \(seed)")
        #expect(events == events.sorted() && Set(events).count == events.count, "seed \(seed)")
        #expect(events.last == last[owner] && events.count >= values.count, "seed \(seed)")
      }
    }
  }
}
