import Espalier
import EspalierLocks
import EspalierServer
import EspalierTestSupport
import EspalierTesting
import Testing

/// What holds whatever happens to servers, database and network.
@Suite struct OneSiteLaws {
  @Test(arguments: seeds(400))
  func `law: an acknowledged event is there, and none counts twice`(seed: Int) async throws {
    var random = SeededRandom(state: UInt64(seed))
    let machines = Machines()
    var all = [try machines.startBoard("a"), try machines.startBoard("b"), try machines.startBoard("c")]
    var (sent, waiting, told): ([String], [String], Set<String>) = ([], [], [])

    func send(_ text: String, at machine: Machine) async throws {
      let status = try await machines.passing { try await machine.add(text) }
      #expect(status == 200 || status == 503, "seed \(seed)")
      waiting.removeAll { $0 == text }
      if status == 200 { told.insert(text) } else { waiting.append(text) }
    }

    for step in 0..<30 {
      let place = Int.random(in: all.indices, using: &random)
      switch Int.random(in: 0..<12, using: &random) {
      case 0:
        all[place].kill()
        all[place] = try machines.startBoard(all[place].address)
      case 1:
        all[place].line.isCut = true
      case 2, 3:
        for machine in all { machine.line.isCut = false }
      case 4:
        all[place].line.losesAnswers = 1
      case 5:
        machines.clock.advance(by: .seconds(Int.random(in: 1...5, using: &random)))
        try await Task.sleep(for: .milliseconds(5))
      case 6, 7:
        if let text = waiting.randomElement(using: &random) { try await send(text, at: all[place]) }
      default:
        sent.append("e\(step)")
        try await send("e\(step)", at: all[place])
      }
    }
    await machines.mend(all)
    for _ in 0..<20 where !waiting.isEmpty { for text in waiting { try await send(text, at: all[0]) } }
    #expect(waiting.isEmpty, "seed \(seed)")
    for machine in all {
      let shown = try await machines.passing { try await machine.shown() }
      let parts = shown.split(separator: " = ")
      let heard = parts[0].split(separator: " ").map(String.init)
      #expect(heard.sorted() == sent.sorted(), "seed \(seed)")
      #expect(parts[1] == "\(sent.count)", "seed \(seed): the service agrees with the page")
    }
  }
}
