import EspalierHTTP
import Espalier
import EspalierLocks

extension PageInstance {
  /// Runs tasks of nodes. The instance receives their values and publishes the resulting changes.
  func begin(_ tasks: [NodeTask]) {
    for task in tasks {
      let number = work.begin(task, among: surroundings.unfinished)
      let before = task.isWrite ? work.lastWrite : nil
      let running = Task.detached { [weak self, requester, work = task.work, isWrite = task.isWrite] in
        await before?.value
        await Requester.$current.withValue(requester) {
          await work { value in
            if isWrite { await self?.catchUp() }
            await self?.take(value, from: number)
          }
        }
        self?.submit { $0.endWork(number) }
      }
      if task.isWrite {
        work.lastWrite = running
        continue
      }
      task.onCancel { [weak self] in
        running.cancel()
        self?.submit { $0.endWork(number) }
      }
    }
  }

  /// For whom the tasks of the page work; nil for a page of several browsers.
  private var requester: Requester? { browser.map { Requester(name: $0, group: $0) } }

  /// Lets the instance receive a value, and returns when it has. So what a page follows waits for the page, and no queue
  /// grows while the page is slow.
  private nonisolated func take(_ value: any Sendable, from number: Int) async {
    await withCheckedContinuation { received in
      submit { instance in
        instance.receive(value, from: number)
        received.resume()
      }
    }
  }

  /// Returns when the page has received all that has happened so far to what it follows, or after a second.
  private nonisolated func catchUp() async {
    let all = await withCheckedContinuation { found in submit { found.resume(returning: $0.work.catchUps) } }
    if all.isEmpty { return }
    await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
      let waiting = Lock(Optional(done))
      let finish = { @Sendable in waiting.withLock { $0.take() }?.resume() }
      let work = Task {
        for catchUp in all { await catchUp() }
        finish()
      }
      Task {
        try? await Task.sleep(for: Self.patience)
        finish()
        work.cancel()
      }
    }
  }

  /// How long a reply waits for what the page reads.
  static let patience = Duration.seconds(1)

  private func receive(_ value: any Sendable, from number: Int) {
    work.cause = number
    let start = ContinuousClock.now
    let task = work.task(number)
    let node = watch == nil ? nil : task?.node?.address
    let sender = task?.sender as? Sender
    resumeEvent(of: sender) { push(.change { _ in task?.receive(value) }, for: sender, cause: .work(of: node ?? "")) }
    work.cause = nil
    for reply in work.delivered(number) { reply(self) }
    reportIfSlow(since: start) { $0.add("cause", "work") }
  }

  /// Runs a part of an event's handler that had to wait, with the sender and the turn that the handler had.
  private func resumeEvent(of sender: Sender?, _ part: () -> Void) {
    guard let sender else { return part() }
    let turns = surroundings.services.turns
    work.sender = sender
    let hasTurn = !services(of: sender).isEmpty
    if hasTurn { turns.begin() }
    part()
    if hasTurn { turns.end() }
    work.sender = nil
  }

  private func endWork(_ number: Int) {
    let task = work.task(number)
    task?.end()
    // A waiting client must see what the task changed, and what that started.
    if work.isAwaited(number) {
      work.cause = number
      pushWaiting()
      work.cause = nil
    }
    for reply in work.end(number) { reply(self) }
    // What a part of an event has changed was not committed with it.
    if task?.holdsReply == true { persistence.queue?.commit() }
  }

  /// Replies when the tasks that the last event started are done: at once if there are none, and at the latest after
  /// `limit` or when the client hangs up.
  func replyAfterWork(
    within limit: Duration, to answer: Answer, _ reply: @escaping @Sendable (isolated PageInstance) -> Void
  ) {
    guard limit > .zero else { return reply(self) }
    self.reply(after: work.recent, within: limit, to: answer, onTimeOut: { $0.rejections.add(to: .work) }, reply)
  }

  /// Replies when the nodes have read what they show only while somebody looks, as it is now: at once if they follow
  /// nothing, and at the latest after a second or when the client hangs up. What is read later comes as a patch.
  func replyAfterReading(to answer: Answer, _ reply: @escaping @Sendable (isolated PageInstance) -> Void) {
    var awaited = work.reading
    if !work.catchUps.isEmpty {
      let number = work.awaitOther()
      awaited.insert(number)
      Task.detached { [weak self] in
        await self?.catchUp()
        self?.submit { instance in for reply in instance.work.end(number) { reply(instance) } }
      }
    }
    self.reply(after: awaited, within: Self.patience, to: answer, reply)
  }

  private func reply(
    after tasks: Set<Int>, within limit: Duration, to answer: Answer,
    onTimeOut: @escaping @Sendable (Metrics) -> Void = { _ in },
    _ reply: @escaping @Sendable (isolated PageInstance) -> Void
  ) {
    guard !tasks.isEmpty else { return reply(self) }
    let number = work.replies.add(reply, for: tasks) { number in
      later(at: siteClock.now + limit) { instance in
        guard let reply = instance.work.replies.take(number) else { return }
        onTimeOut(instance.metrics)
        reply(instance)
      }
    }
    answer.onHangUp { [weak self] in self?.submit { $0.work.replies.take(number)?($0) } }
  }
}
