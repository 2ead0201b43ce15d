import Testing

@testable import EspalierHTTP
@testable import EspalierServer

@Suite struct StoreHealthTests {
  @Test func `a failure is reported once, again for another reason, and when it is over`() {
    var health = StoreHealth()
    #expect(health.succeed(.save) == nil && health.isUp)
    #expect(health.fail(.save, "full") == .failing)
    #expect(health.fail(.save, "full") == nil && !health.isUp)
    #expect(health.fail(.save, "locked") == .failing)
    #expect(health.fail(.check, "locked") == .failing)
    #expect(health.succeed(.read) == nil && !health.isUp)
    #expect(health.succeed(.save) == .recovered(failures: 3) && !health.isUp)
    #expect(health.succeed(.save) == nil)
    #expect(health.succeed(.check) == .recovered(failures: 1) && health.isUp)
  }

  @Test func `the oldest unsaved event is dropped, and no event is there twice`() {
    var events = UnsavedEvents(capacity: 2)
    func event(_ id: String, sender: String = "a") -> PersistedEvent { .init(id: id, sender: sender, fingerprint: "f") }
    for id in ["1", "2", "2", "3"] { events.add(event(id)) }
    #expect(events.all == [event("2"), event("3")])
    #expect(events.contains(event("2", sender: "with a cookie now")))
    #expect(!events.contains(event("1")) && !events.contains(.init(id: "2", sender: "a", fingerprint: "g")))
    events.removeAll()
    #expect(events.isEmpty)
  }
}
