import EspalierHTTP
import Espalier
import EspalierLocks

/// The running tasks of a page's nodes, and the replies that wait for some of them.
struct Work {
  private struct Running {
    let task: NodeTask
    /// Counts until the task ends; nil if it may have no end.
    let piece: UnfinishedWork.Piece?
    /// The number of the event that the task writes; nil if it writes none.
    let written: Int?
  }

  private var next = 0
  /// The tasks that each reply still waits for.
  var replies = WaitingReplies<Set<Int>>()
  /// The tasks that began since the last event was delivered.
  private(set) var recent: Set<Int> = []
  private var running: [Int: Running] = [:]
  /// The tasks that have not delivered the value for which clients that read the page wait.
  private(set) var reading: Set<Int> = []
  /// The tasks that write what the current event stands for, or hold its reply for another reason.
  private(set) var writes: Set<Int> = []
  /// The number of the current event among those that are written; nil if nothing is.
  private(set) var written: Int?
  /// The outcome of each event that is being written, with the effects of the tasks that write it. The journal may forget
  /// its changes meanwhile.
  private var outcomes: [Int: (outcome: Outcome, patch: Patch?)] = [:]
  /// Events whose writes have not ended, and what saves them then.
  private var unwritten: [(event: PersistedEvent?, tasks: Set<Int>, save: WaitingReplies<Set<Int>>.Reply)] = []
  /// What replies wait for besides tasks: saves, and that the page catches up with what its tasks follow.
  private var others: Set<Int> = []
  /// The write that was started last. Writes run one after another, in the order in which the page started them.
  var lastWrite: Task<Void, Never>?
  /// The task whose value is being received, or that has just ended.
  var cause: Int?
  /// Who sent the event of the task whose value is being received.
  var sender: Sender?
  /// The effects of tasks for which a reply waits.
  private var effects: [Effect] = []

  mutating func begin(_ task: NodeTask, among unfinished: UnfinishedWork) -> Int {
    next += 1
    if task.holdsReply, cause == nil { written = written ?? next }
    let event = cause.map { running[$0]?.written } ?? (task.holdsReply ? written : nil)
    running[next] = Running(task: task, piece: task.mayBeEndless ? nil : unfinished.piece(), written: event)
    if task.isAwaited { reading.insert(next) }
    if task.holdsReply { writes.insert(next) }
    // Nobody waits for the end of a sequence that may have none.
    guard !task.mayBeEndless || task.isAwaited else { return next }
    recent.insert(next)
    // A reply that waits for a task also waits for the tasks that it starts.
    if let cause {
      let new = next
      replies.update { if $0.contains(cause) { $0.insert(new) } }
    }
    return next
  }

  func task(_ number: Int) -> NodeTask? { running[number]?.task }

  /// The addresses of the nodes whose tasks have not ended, without tasks that may have no end.
  var waitingNodes: [String] {
    running.sorted { $0.key < $1.key }.compactMap { $0.value.piece == nil ? nil : $0.value.task.node?.address }
  }

  /// Keeps effects for the sender of the event that the current task writes. Returns false if it writes none.
  mutating func keep(_ new: [Effect]) -> Bool {
    guard let event = cause.flatMap({ running[$0]?.written }) else { return false }
    if let outcome = outcomes[event]?.outcome { outcomes[event]?.outcome = outcome.adding(new) }
    return true
  }

  /// Notes the outcome of the current event, if it is being written.
  mutating func note(_ outcome: Outcome, _ patch: Patch?) {
    if let written { outcomes[written] = (outcome, patch) }
  }

  /// The outcome of an event that is being written, or was until now.
  func outcome(ofWritten event: Int?) -> Outcome? { event.flatMap { outcomes[$0]?.outcome } }

  /// Notes effects. They are of the current task, if there is one.
  mutating func note(_ new: [Effect]) {
    if let cause, isAwaited(cause) { effects += new }
  }

  /// The effects since the last call of tasks for which a reply waits.
  mutating func takeEffects() -> [Effect] {
    defer { effects = [] }
    return effects
  }

  /// Whether a reply waits for a task.
  func isAwaited(_ number: Int) -> Bool { replies.contains { $0.contains(number) } }

  /// Saves an event when its writes have ended. Returns the closure if there are none.
  mutating func afterWriting(
    _ event: PersistedEvent?, _ save: @escaping WaitingReplies<Set<Int>>.Reply
  ) -> WaitingReplies<Set<Int>>.Reply? {
    if writes.isEmpty { return save }
    unwritten.append((event, writes, save))
    return nil
  }

  /// Lets the reply to the current event wait for a save. Returns the number with which it ends.
  mutating func awaitSave() -> Int {
    let number = awaitOther()
    recent.insert(number)
    writes.insert(number)
    return number
  }

  /// A number for something that is no task. It ends with `end`.
  mutating func awaitOther() -> Int {
    next += 1
    others.insert(next)
    return next
  }

  /// What brings the page up to date with what its tasks follow.
  var catchUps: [@Sendable () async -> Void] { running.values.compactMap(\.task.catchUp) }

  /// Lets the reply to a repeated event wait for what its first reply waits for.
  mutating func recall(_ event: PersistedEvent) {
    writes = unwritten.first { $0.event == event }?.tasks ?? []
    recent.formUnion(writes)
    written = writes.compactMap { running[$0]?.written }.first
  }

  /// Begins to count the tasks of a new event.
  mutating func forgetRecent() {
    (recent, writes, written) = ([], [], nil)
    let unfinished = Set(running.values.compactMap(\.written))
    outcomes = outcomes.filter { unfinished.contains($0.key) }
    // The client that waited for these may have hung up. They are not for the next one.
    if !replies.contains(where: { _ in true }) { effects = [] }
  }

  /// Ends a task. Returns the replies that waited for nothing else.
  mutating func end(_ number: Int) -> [WaitingReplies<Set<Int>>.Reply] {
    guard others.remove(number) != nil || running.removeValue(forKey: number) != nil else { return [] }
    recent.remove(number)
    return wait(noLongerFor: number)
  }

  /// Notes that a task has delivered a value. Returns the replies that waited for nothing else.
  mutating func delivered(_ number: Int) -> [WaitingReplies<Set<Int>>.Reply] {
    reading.contains(number) ? wait(noLongerFor: number) : []
  }

  private mutating func wait(noLongerFor number: Int) -> [WaitingReplies<Set<Int>>.Reply] {
    reading.remove(number)
    writes.remove(number)
    replies.update { $0.remove(number) }
    for index in unwritten.indices { unwritten[index].tasks.remove(number) }
    let written = unwritten.filter(\.tasks.isEmpty).map(\.save)
    unwritten.removeAll(where: \.tasks.isEmpty)
    return written + replies.takeAll(where: \.isEmpty)
  }
}

extension PageInstance {
  /// Runs the tasks that nodes have started since the last call. The instance receives their values and publishes the
  /// resulting changes.
  func beginWork() {
    for task in tree.takeTasks() {
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
  private static let patience = Duration.seconds(1)

  private func receive(_ value: any Sendable, from number: Int) {
    work.cause = number
    let start = ContinuousClock.now
    let task = work.task(number)
    let node = tree.isWatched ? task?.node?.address : nil
    resumeEvent(of: task?.sender as? Sender) {
      task?.receive(value)
      push(cause: .work(of: node ?? ""))
    }
    work.cause = nil
    for reply in work.delivered(number) { reply(self) }
    reportIfSlow(since: start) { $0.add("cause", "work") }
  }

  /// Runs a part of an event's handler that had to wait, with the sender and the turn that the handler had.
  private func resumeEvent(of sender: Sender?, _ part: () -> Void) {
    guard let sender else { return part() }
    let turns = surroundings.services.turns
    (tree.visitor, work.sender) = (sender, sender)
    let hasTurn = !services(of: sender).isEmpty
    if hasTurn { turns.begin() }
    part()
    if hasTurn { turns.end() }
    (tree.visitor, work.sender) = (owner, nil)
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
