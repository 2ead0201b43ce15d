import Testing

@testable import EspalierHTTP
@testable import EspalierInspector
@testable import EspalierServer

@Suite struct FaultPlanTests {
  private func fates(_ faults: Faults, of count: Int, size: Int = 100) -> [FaultPlan.Fate] {
    var plan = FaultPlan(faults)
    return (0..<count).map { _ in plan.fate(of: size) }
  }

  @Test func `without a seed each kind of fault affects every nth message`() {
    #expect(fates(Faults(drop: 3), of: 6) == [.whole, .whole, .lost, .whole, .whole, .lost])
    #expect(fates(Faults(reorder: 2), of: 4) == [.whole, .held, .whole, .held])
    #expect(fates(Faults(duplicate: 1), of: 2) == [.twice, .twice])
    #expect(fates(Faults(cut: 2), of: 2) == [.whole, .cut(after: 50)])
    #expect(fates(.none, of: 3) == [.whole, .whole, .whole])
  }

  @Test func `a message taken by a more severe fault does not count for the others, so each kind gets its turn`() {
    let all = fates(Faults(cut: 2, drop: 2, reorder: 2, duplicate: 2), of: 16)
    #expect(all.prefix(4) == [.whole, .cut(after: 50), .lost, .cut(after: 50)])
    #expect(Set(all) == [.whole, .cut(after: 50), .lost, .held, .twice])
  }

  @Test func `with a seed the faults are random, repeatable, and equally frequent`() {
    let faults = Faults(cut: 5, drop: 5, seed: 7)
    let some = fates(faults, of: 1000)
    #expect(some == fates(faults, of: 1000))
    #expect(some != fates(Faults(cut: 5, drop: 5, seed: 8), of: 1000))
    #expect((100...250).contains(some.count { $0 == .lost }))
    let cuts = Set(some.compactMap { fate in if case .cut(let count) = fate { count } else { nil as Int? } })
    #expect(cuts.count > 50)
    #expect(cuts.allSatisfy { (1..<100).contains($0) })
  }

  @Test func `a message too short to cut is lost`() { #expect(fates(Faults(cut: 1), of: 1, size: 1) == [.lost]) }

  @Test func `faults are described in a few words`() {
    #expect(Faults.none.summary == "No faults.")
    #expect(Faults(delay: .milliseconds(1500), drop: 22).summary == "Now: delayed by 1.5 s, every 22nd dropped.")
    #expect(Faults(cut: 1, duplicate: 13, seed: 1).summary == "Now: one in 1 cut, one in 13 duplicated.")
    #expect((1...4).map(Faults.ordinal) == ["each", "every 2nd", "every 3rd", "every 4th"])
    #expect([11, 12, 13, 21].map(Faults.ordinal) == ["every 11th", "every 12th", "every 13th", "every 21st"])
  }
}
