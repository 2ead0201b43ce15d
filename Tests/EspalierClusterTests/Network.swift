import Espalier
import EspalierHTTP
import EspalierLocks
import EspalierServer

@testable import EspalierCluster

/// The network between some servers.
final class Network: Peers {
  private struct Ear {
    let onWord: @Sendable (PeerWord) -> Void
  }

  private struct State {
    var sites: [String: any ClusterSite] = [:]
    var ears: [String: Ear] = [:]
    var losesWords = false
    /// The requests that wait for an answer of each server.
    var waiting: [String: [Int: @Sendable (Passed) -> Void]] = [:]
    /// The streams that a server has given others.
    var streams: [String: [EventStream]] = [:]
    var count = 0
  }

  private let state = Lock(State())

  /// How many streams of a server others read.
  func streams(of address: String) -> Int { state.withLock { $0.streams[address]?.count(where: \.isOpen) ?? 0 } }

  func listen(at address: String, for site: any ClusterSite, onWord: @escaping @Sendable (PeerWord) -> Void) {
    state.withLock { state in
      state.sites[address] = site
      state.ears[address] = Ear(onWord: onWord)
    }
  }
  func tell(_ word: PeerWord, to address: String) {
    let ear = state.withLock { $0.losesWords ? nil : $0.ears[address] }
    ear?.onWord(word)
  }
  /// Whether what one node tells another gets lost.
  var losesWords: Bool {
    get { state.withLock { $0.losesWords } }
    set { state.withLock { $0.losesWords = newValue } }
  }
  func use(_ secret: String) {}

  func pass(
    _ request: Request, to address: String, for answer: Answer, _ reply: @escaping @Sendable (Passed) -> Void
  ) {
    let (site, number) = state.withLock { state in
      state.count += 1
      if state.sites[address] != nil { state.waiting[address, default: [:]][state.count] = reply }
      return (state.sites[address], state.count)
    }
    guard let site else { return reply(.unhandled) }
    site.respond(
      toNode: request,
      Answer { [self] response in
        let reply = state.withLock { state in
          if case .stream(let stream) = response.body { state.streams[address, default: []].append(stream) }
          return state.waiting[address]?.removeValue(forKey: number)
        }
        reply?(response.hasMoved ? .unhandled : .answer(response))
      })
  }

  func abandon(_ address: String) {
    let (waiting, streams) = state.withLock { state in
      (state.waiting.removeValue(forKey: address), state.streams.removeValue(forKey: address))
    }
    for reply in (waiting ?? [:]).values { reply(.broken) }
    for stream in streams ?? [] { stream.finish(.broken) }
  }

  func close(_ address: String, _ reply: @escaping @Sendable () -> Void) {
    // A site that ends here ends its node, so not under the lock.
    _ = state.withLock { $0.sites.removeValue(forKey: address) }
    reply()
  }

  /// Nobody reaches a server any more, and whoever waits for it gets no answer.
  func kill(_ address: String) {
    state.withLock { $0.ears[address] = nil }
    close(address) {}
    abandon(address)
  }
}
