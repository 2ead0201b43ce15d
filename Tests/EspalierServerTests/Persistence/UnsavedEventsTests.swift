import Testing

@testable import EspalierServer

@Suite struct UnsavedEventsTests {
  private func event(_ id: Int, by sender: String = "s") -> PersistedEvent {
    .init(id: "\(id)", sender: sender, fingerprint: "f")
  }

  @Test func `the last events are there, each once, oldest first`() {
    var events = UnsavedEvents(most: 3)
    #expect(events.isEmpty && events.all == [] && !events.contains(event(1)))
    for number in 1...8 {
      events.add(event(number))
      events.add(event(number, by: "the same with a cookie"))
      #expect(events.all == (max(1, number - 2)...number).map { event($0) })
      #expect((1...8).filter { events.contains(event($0)) } == Array(max(1, number - 2)...number))
    }
  }
}
