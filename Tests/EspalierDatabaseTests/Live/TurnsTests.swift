import Espalier
import EspalierHTTP
import Testing

@testable import EspalierSQLite
@testable import EspalierTables

/// Whose job comes next.
struct TurnsTests {
  @Test(arguments: 0..<20)
  func `each requester's jobs keep their order, and none waits for more than one job of each other`(seed: Int) {
    var random = SeededRandom(state: UInt64(seed))
    let names: [String?] = [nil, "a", "b", "c"]
    var turns = Turns<(name: String?, number: Int)>()
    /// The jobs that wait, by requester, with the jobs of others that came since each became the first of its own.
    var waiting: [String?: [(number: Int, others: [String?: Int])]] = [:]
    for number in 0..<2000 {
      if Int.random(in: 0..<2, using: &random) == 0 {
        let name = names[Int.random(in: 0..<4, using: &random)]
        turns.append((name, number), for: name.map { Requester(name: $0, group: $0) })
        waiting[name, default: []].append((number, [:]))
      } else if let job = turns.takeFirst() {
        #expect(waiting[job.name]?.removeFirst().number == job.number)
        for name in names where name != job.name && waiting[name]?.isEmpty == false {
          waiting[name]?[0].others[job.name, default: 0] += 1
          #expect((waiting[name]?[0].others[job.name] ?? 0) <= 1)
        }
      } else {
        #expect(waiting.values.joined().isEmpty)
      }
      #expect(turns.isEmpty == waiting.values.joined().isEmpty)
    }
  }
}
