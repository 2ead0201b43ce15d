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

  /// Two servers get an event each. Meanwhile the leases end, and one server is killed. When the database answers is left to
  /// chance, call by call.
  @Test(arguments: seeds(1_000))
  func `law: the answers of the database may come between any two steps`(seed: Int) async throws {
    var random = SeededRandom(state: UInt64(seed))
    let machines = Machines()
    let (one, two) = (try machines.startBoard("one"), try machines.startBoard("two"))
    for machine in [one, two] { machine.line.hold(true) }
    let told = Lock<[String]>([])
    func send(_ text: String, at machine: Machine) -> Task<Void, Never> {
      Task { if (try? await machine.add(text)) == 200 { told.withLock { $0.append(text) } } }
    }

    var tasks: [Task<Void, Never>] = []
    var steps = ["event at one", "event at two", "leases end", "one is killed"].shuffled(using: &random)
    for _ in 0..<60 {
      switch Int.random(in: 0..<5, using: &random) {
      case 0:
        switch steps.popLast() {
        case "event at one": tasks.append(send("a", at: one))
        case "event at two": tasks.append(send("b", at: two))
        case "leases end":
          machines.clock.advance(by: .seconds(4))
          machines.database.buryAll()
        case "one is killed": one.kill()
        default: break
        }
      case 1, 2: one.line.answerNext()
      default: two.line.answerNext()
      }
      if Bool.random(using: &random) {
        await Task.yield()
      } else {
        for machine in [one, two] { machine.site.settle() }
      }
    }
    for machine in [one, two] { machine.line.hold(false) }
    let all = [try machines.startBoard("one"), two]
    await machines.mend(all)
    await machines.passing { [tasks] in for task in tasks { await task.value } }
    let acknowledged = told.withLock { $0 }
    for machine in all {
      let shown = try await machines.passing { try await machine.shown() }
      let heard = shown.split(separator: " = ").first.map { $0.split(separator: " ").map(String.init) } ?? []
      #expect(Set(acknowledged).isSubset(of: heard), "seed \(seed): \(shown)")
    }
    for text in ["a", "b"] {
      #expect(try await machines.passing { try await all[0].add(text) } == 200, "seed \(seed)")
    }
    for machine in all {
      let shown = try await machines.passing { try await machine.shown() }
      #expect(["a b = 2", "b a = 2"].contains(shown), "seed \(seed): \(shown)")
    }
  }
}
