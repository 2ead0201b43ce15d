import EspalierHTTP
import Espalier

/// Long polls: requests for patches that wait for the next patch, for clients whose streams do not get through.
extension PageInstance {
  /// Replies as soon as there are changes since a version, and at the latest when the time is over or the client hangs
  /// up.
  func reply(since: Since, within wait: Duration, to answer: Answer, _ reply: @escaping WaitingReplies<Void>.Reply) {
    wake()
    guard wait > .zero, publisher.missed(since: since)?.isEmpty == true else { return reply(self) }
    audience.join()
    let number = polls.add(reply, for: ()) { number in later(at: siteClock.now + wait) { $0.endPoll(number) } }
    answer.onHangUp { [weak self] in self?.submit { $0.endPoll(number) } }
  }

  /// Counts a page that its browser has repaired. Each instance writes one line to the log.
  func noteRepair(_ request: Request) {
    metrics.repairs.add()
    if hasRepairs { return }
    hasRepairs = true
    warn("A browser's page differed from the server's. The browser has repaired it.", for: request)
  }

  private func endPoll(_ number: Int) {
    guard let reply = polls.take(number) else { return }
    audience.leave()
    reply(self)
  }

  /// Replies to all waiting requests: something changed, or the server stops.
  func replyToPolls() {
    for reply in polls.takeAll() {
      audience.leave()
      reply(self)
    }
  }
}
