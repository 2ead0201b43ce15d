import Espalier
import Testing

@testable import EspalierServer

@Suite struct JournalTests {
  private func journal(of count: Int, capacity: Int) -> Journal {
    var journal = Journal(capacity: capacity)
    for number in 1...count {
      journal.append(Patch(ChangeSet(), version: Version(epoch: "e", number: number), metrics: Metrics()))
    }
    return journal
  }

  @Test(arguments: 1...20)
  func `whatever came, a reader gets exactly what it missed or nothing at all`(count: Int) {
    let journal = journal(of: count, capacity: 7)
    for seen in 0...count {
      let missed = journal.patches(since: seen, current: count)?.map(\.version.number)
      if count - seen <= 7 {
        #expect(missed == Array(seen + 1..<count + 1))
      } else {
        #expect(missed == nil)
      }
    }
  }

  @Test func `a version from the future is not in the journal`() {
    #expect(journal(of: 3, capacity: 7).patches(since: 9, current: 3) == nil)
  }

  @Test(arguments: ["", "e", "e.", ".1", "e.x", "e.-1", "e.1.2"])
  func `a version that is none is refused`(text: String) { #expect(Version(text) == nil) }
}
