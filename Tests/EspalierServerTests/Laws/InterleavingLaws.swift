import Espalier
import EspalierTestSupport
import Testing

@testable import EspalierHTTP
@testable import EspalierServer

/// Nothing lost, nothing twice, in whatever order a page, the network and a viewer take their steps.
@Suite struct InterleavingLaws {
  /// Of pages, with so many schedules as they have viewers.
  private static let part = 125

  @Test(arguments: 0..<10)
  func `10,000 schedules: viewers end with what the server shows, and each event has one effect`(number: Int) throws {
    #expect(10 * Self.part * Schedules.viewers == 10_000)
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

  @Test func `the schedules take every step and meet every kind of patch`() throws {
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

  @Test func `viewers that apply whatever comes are found out`() {
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
  func `a stream that is cut behind any byte and resumed tells all`(journal: Int) throws {
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
