import Espalier
import EspalierCluster
import EspalierHTTP
import EspalierLocks
import EspalierTestSupport
import EspalierTesting
import Testing

@testable import EspalierServer

/// What holds whatever happens to servers, database and network.
@Suite struct AnyNodeLaws {
  @Test(arguments: seeds(400))
  func `law: each place has what was acknowledged, once`(seed: Int) async throws {
    var random = SeededRandom(state: UInt64(seed))
    let machines = Machines()
    var all = [try machines.startNotes("a"), try machines.startNotes("b"), try machines.startNotes("c")]
    var places = [Place(path: "/note/1"), Place(path: "/note/2")]
    for machine in all.prefix(2) { places.append(Place(path: "/cart", cookie: try await machine.get("/cart").cookie)) }
    var (sent, waiting) = ([[String]](repeating: [], count: places.count), [(place: Int, text: String)]())

    func send(_ text: String, to place: Int, at machine: Machine) async throws {
      let status = try await machines.passing { [places] in try await places[place].add(text, at: machine).status.code }
      #expect(status == 200 || status == 503, "seed \(seed): \(status) at \(places[place].path)")
      waiting.removeAll { $0 == (place, text) }
      if status != 200 { waiting.append((place, text)) }
    }

    for step in 0..<40 {
      let (server, place) = (
        Int.random(in: all.indices, using: &random), Int.random(in: places.indices, using: &random)
      )
      switch Int.random(in: 0..<14, using: &random) {
      case 0:
        all[server].kill()
        all[server] = try machines.startNotes(all[server].address)
      case 1:
        all[server].line.isCut = true
      case 2, 3:
        for machine in all { machine.line.isCut = false }
      case 4:
        all[server].line.losesAnswers = 1
      case 5:
        machines.clock.advance(by: .seconds(Int.random(in: 1...5, using: &random)))
        try await Task.sleep(for: .milliseconds(5))
      case 6:
        all[server].site.core.instances.remove(of: Set(all[server].site.core.holdings.all.map(\.holding)))
        all[server].site.core.holdings.releaseUnused()
      case 7, 8:
        if let (place, text) = waiting.randomElement(using: &random) {
          try await send(text, to: place, at: all[server])
        }
      default:
        sent[place].append("e\(step)")
        try await send("e\(step)", to: place, at: all[server])
      }
    }
    await machines.mend(all)
    for _ in 0..<20 where !waiting.isEmpty {
      for (place, text) in waiting { try await send(text, to: place, at: all[0]) }
    }
    #expect(waiting.isEmpty, "seed \(seed)")
    for machine in all {
      for (place, sent) in zip(places, sent) {
        let shown = try await machines.passing { try await place.shown(at: machine) }
        #expect(shown.split(separator: " ").map(String.init).sorted() == sent.sorted(), "seed \(seed), \(place.path)")
      }
    }
  }
}
