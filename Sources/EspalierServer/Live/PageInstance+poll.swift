import Espalier

/// Requests for patches that wait for the next one: long polls, for clients whose streams do not get through.
struct Polls {
  typealias Reply = @Sendable (isolated PageInstance) -> Void

  private var waiting: [Int: (reply: Reply, timer: Task<Void, Never>)] = [:]
  private var next = 0

  /// `timer` makes what ends the waiting under a number.
  mutating func add(_ reply: @escaping Reply, timer: (Int) -> Task<Void, Never>) {
    next += 1
    waiting[next] = (reply, timer(next))
  }

  mutating func take(_ number: Int) -> Reply? { waiting.removeValue(forKey: number)?.reply }

  /// All of them, in the order in which they came; nothing is left of their timers.
  mutating func takeAll() -> [Reply] {
    defer { waiting = [:] }
    return waiting.sorted { $0.key < $1.key }.map { poll in
      poll.value.timer.cancel()
      return poll.value.reply
    }
  }
}

extension PageInstance {
  /// Replies as soon as there is something to say since a version, and at the latest when the time is over.
  func reply(since: Since, within wait: Duration, _ reply: @escaping Polls.Reply) {
    guard wait > .zero, isUpToDate(since: since) else { return reply(self) }
    audience.join()
    polls.add(reply) { number in
      Task { [weak self] in
        guard (try? await Task.sleep(for: wait)) != nil else { return }
        self?.submit { instance in
          guard let reply = instance.polls.take(number) else { return }
          instance.audience.leave()
          reply(instance)
        }
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
