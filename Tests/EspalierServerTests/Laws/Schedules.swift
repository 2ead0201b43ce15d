import Espalier
import EspalierTestSupport

@testable import EspalierHTTP
@testable import EspalierServer

/// Some viewers of one page, and one random interleaving of their steps with the server's. Each viewer's path is one
/// schedule. In the end all viewers show what the server shows.
struct Schedules {
  /// The number of viewers of a page.
  static let viewers = 8
  private static let journal = 2

  /// The steps, in order.
  private(set) var log: [String] = []
  private(set) var viewers: [LedgerViewer]
  private var server: LedgerServer
  private var random: SeededRandom

  init(seed: Int, isCareless: Bool = false) throws {
    random = SeededRandom(state: UInt64(seed))
    let server = try LedgerServer(journal: Self.journal)
    self.server = server
    viewers = try (0..<Self.viewers).map { try LedgerViewer("viewer \($0)", server, isCareless: isCareless) }
  }

  mutating func run() throws {
    // 10 to 25 steps each, more often few: many short schedules find defects sooner than a few long ones.
    var left = viewers.indices.map { _ in
      10 + (0..<3).map { _ in Int.random(in: 0...15, using: &random) }.reduce(15, min)
    }
    while let turn = left.indices.filter({ left[$0] > 0 }).randomElement(using: &random) {
      if Int.random(in: 0..<40, using: &random) == 0 { try disturb() }
      let steps = LedgerViewer.Step.allCases
      let step = steps[Int.random(in: steps.indices, using: &random)]
      log.append("\(turn) \(step.rawValue)")
      try viewers[turn].perform(step, &server, &random)
      left[turn] -= 1
    }
    for index in viewers.indices { try viewers[index].settle(server, &random) }
    try checkEffects()
  }

  /// Disturbs all viewers at once: the server restarts, or more changes come than the journal holds.
  private mutating func disturb() throws {
    if Bool.random(using: &random) {
      log.append("restart")
      for index in viewers.indices { viewers[index].hangUp() }
      try server.restart()
    } else {
      log.append("overflow")
      for number in 0...Self.journal {
        _ = try server.post(Ledger.Act(token: "\(log.count)-\(number)", using: &random), id: nil)
      }
    }
  }

  /// Checks that each event with an id had one effect if it changes something.
  private func checkEffects() throws {
    guard case .array(let heard)? = server.document?["children"]?[0]?["model"]?["heard"] else {
      throw LawBroken("the page does not say what it heard")
    }
    for post in viewers.flatMap(\.posts) {
      let effects = heard.count { $0.text == post.token }
      let expected = post.what == .nothing ? 0 : 1
      guard effects == expected else { throw LawBroken("\(post.token) had \(effects) effects") }
    }
  }
}
