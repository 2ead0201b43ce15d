import Espalier
import EspalierTestSupport
import Testing

@testable import EspalierHTTP
@testable import EspalierServer

/// No change is lost and none has an effect twice, in whatever order a page, the network and a viewer act.
@Suite struct InterleavingLaws {
  /// The pages for one test. Each page has as many schedules as viewers.
  private static let part = rounds(125)

  @Test(arguments: 0..<10)
  func `in random schedules viewers end with what the server shows, and each event has one effect`(number: Int) throws {
    #expect(10 * Self.part * Schedules.viewers == rounds(10_000))
    for seed in number * Self.part..<(number + 1) * Self.part {
      var schedules = try Schedules(seed: seed)
      do {
        try schedules.run()
      } catch {
        Issue.record("seed \(seed): \(error), after \(schedules.log.joined(separator: ", "))")
        return
      }
    }
  }

  @Test func `the schedules take each step and meet each kind of patch`() throws {
    var (steps, verdicts): (Set<String>, Set<ModelClient.Verdict>) = ([], [])
    for seed in 0..<20 {
      var schedules = try Schedules(seed: seed)
      try schedules.run()
      steps.formUnion(schedules.log.map { String($0.split(separator: " ").last ?? "") })
      for viewer in schedules.viewers { verdicts.formUnion(viewer.client.verdicts) }
    }
    #expect(steps == Set(LedgerViewer.Step.allCases.map(\.rawValue) + ["restart", "overflow"]))
    #expect(verdicts == Set(ModelClient.Verdict.allCases))
  }

  @Test func `the laws find viewers that apply everything they receive`() {
    let broken = (0..<20).count { seed in
      do {
        var schedules = try Schedules(seed: seed, isCareless: true)
        try schedules.run()
        return false
      } catch {
        return true
      }
    }
    #expect(broken > 15)
  }

  @Test(arguments: [100, 3])
  func `a stream that is cut after any byte and resumed delivers everything`(journal: Int) throws {
    var server = try LedgerServer(journal: journal)
    let page = try server.page()
    let start = server.version
    let stream = try server.stream(since: start, lastEvent: nil)
    for (number, what) in Ledger.Act.What.allCases.enumerated() {
      _ = try server.post(Ledger.Act(what: what, token: "act-\(number)", at: number), id: nil)
    }
    let bytes = stream.takeAll(from: server)
    #expect(bytes.count > 500)
    for cut in 0...bytes.count {
      var client = try ModelClient(page)
      var reader = EventReader()
      for event in reader.read(bytes[..<cut]) { try client.take(event) }
      let resumed = try server.stream(since: start, lastEvent: reader.lastID)
      reader = EventReader(after: reader)
      for event in reader.read(resumed.takeAll(from: server)) { try client.take(event) }
      resumed.finish(.gone)
      guard client.version == server.version, let now = server.document, client.document ~~ now else {
        Issue.record("cut behind byte \(cut) of \(bytes.count): \(client.version), not \(server.version)")
        return
      }
    }
  }
}
