import EspalierHTTP
import Espalier

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
  @inline(__always) var catchUps: [@Sendable () async -> Void] { running.values.compactMap(\.task.catchUp) }

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

/// Replies that wait, each for its own reason and until its time is over. Used only in its instance's lane.
struct WaitingReplies<Reason> {
  typealias Reply = @Sendable (isolated PageInstance) -> Void

  private struct Waiting {
    var reason: Reason
    let reply: Reply
    let timer: Task<Void, Never>
  }

  private var waiting: [Int: Waiting] = [:]
  private var next = 0

  /// Adds a reply under a new number, which is returned. `timer` makes the task that ends the waiting.
  mutating func add(_ reply: @escaping Reply, for reason: Reason, timer: (Int) -> Task<Void, Never>) -> Int {
    next += 1
    waiting[next] = Waiting(reason: reason, reply: reply, timer: timer(next))
    return next
  }

  /// The reply under a number, if it still waits.
  mutating func take(_ number: Int) -> Reply? {
    guard let waiting = waiting.removeValue(forKey: number) else { return nil }
    waiting.timer.cancel()
    return waiting.reply
  }

  /// What the reply under a number waits for; nil if none waits.
  func reason(_ number: Int) -> Reason? { waiting[number]?.reason }

  /// What all replies wait for.
  var reasons: [Reason] {
    // Not by a key path, whose generic type the program would look up each time.
    waiting.values.map { $0.reason }
  }

  /// Takes all replies, or those whose reason is over, in the order in which they were added.
  mutating func takeAll(where isOver: (Reason) -> Bool = { _ in true }) -> [Reply] {
    waiting.filter { isOver($0.value.reason) }.keys.sorted().compactMap { take($0) }
  }

  func contains(where waitsFor: (Reason) -> Bool) -> Bool { waiting.values.contains { waitsFor($0.reason) } }

  /// Changes what the replies wait for.
  mutating func update(_ change: (inout Reason) -> Void) {
    for number in waiting.keys { if var entry = waiting[number] { change(&entry.reason); waiting[number] = entry } }
  }
}

extension PageInstance {
  /// Runs work in the lane at a time of the site's clock, unless the task is cancelled before.
  nonisolated func later(at time: Duration, _ work: @escaping @Sendable (isolated PageInstance) -> Void) -> Task<
    Void, Never
  > {
    Task { [weak self, siteClock] in
      await siteClock.sleep(until: time)
      if !Task.isCancelled { self?.submit(work) }
    }
  }
}
