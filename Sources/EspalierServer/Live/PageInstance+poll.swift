import Espalier

/// Long polls: requests for patches that wait for the next one, for clients whose streams do not get through.
extension PageInstance {
  /// Replies as soon as there is something to say since a version, and at the latest when the time is over.
  func reply(since: Since, within wait: Duration, _ reply: @escaping WaitingReplies<Void>.Reply) {
    guard wait > .zero, missed(since: since)?.isEmpty == true else { return reply(self) }
    audience.join()
    polls.add(reply, for: ()) { number in
      later(at: uptime.now + wait) { instance in
        guard let reply = instance.polls.take(number) else { return }
        instance.audience.leave()
        reply(instance)
      }
    }
  }

  /// Replies to all who wait: something changed, or the server stops.
  func replyToPolls() {
    for reply in polls.takeAll() {
      audience.leave()
      reply(self)
    }
  }
}
