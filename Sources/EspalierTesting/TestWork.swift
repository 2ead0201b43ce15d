import Espalier
import Synchronization

/// The tasks of a tree that has no page. They run on any thread, and their values wait until the test takes them.
final class TestWork {
  private let mailbox = Mailbox()
  private var tasks: [Int: NodeTask] = [:]
  private var number = 0
  /// The tasks that follow a sequence and have not caught up.
  private var late: Set<Int> = []
  private var lastWrite: Task<Void, Never>?

  /// A value that nobody takes any more holds up no task.
  deinit { mailbox.close() }

  /// How many tasks the test waits for.
  var count: Int { tasks.values.count { !$0.mayBeEndless } + late.count }
  var isRunning: Bool { count > 0 }

  func begin(_ task: NodeTask) {
    number += 1
    tasks[number] = task
    let (work, mailbox, number) = (task.work, mailbox, number)
    let before = task.isWrite ? lastWrite : nil
    let running = Task {
      await before?.value
      await work { value in
        await withCheckedContinuation { mailbox.put((number, .value(value, Receipt($0)))) }
      }
      mailbox.put((number, .hasEnded))
    }
    // As in a page of a server, one write comes after the other, and nothing cancels it.
    if task.isWrite { return lastWrite = running }
    task.onCancel { [weak self] in
      running.cancel()
      self?.tasks[number] = nil
    }
  }

  /// Asks all tasks that follow a sequence to say when the tree has what has happened so far. What the others have said
  /// already is in the tree before.
  func catchUp() {
    late.insert(0)
    mailbox.put((0, .isCaughtUp))
    for (number, task) in tasks {
      guard task.mayBeEndless, let catchUp = task.catchUp else { continue }
      late.insert(number)
      Task { [mailbox] in
        await catchUp()
        mailbox.put((number, .isCaughtUp))
      }
    }
  }

  /// The next change of the tree, or nil if none comes in time.
  func next(before end: ContinuousClock.Instant) async -> (() -> Void)? {
    guard let (number, word) = await mailbox.next(before: end) else { return nil }
    switch word {
    case .value(let value, let receipt):
      let task = tasks[number]
      return {
        task?.receive(value)
        receipt.sign()
      }
    case .hasEnded:
      late.remove(number)
      let task = tasks.removeValue(forKey: number)
      return { task?.end() }
    case .isCaughtUp:
      late.remove(number)
      return {}
    }
  }
}

/// What a task has to say.
private enum Word: Sendable {
  case value(any Sendable, Receipt)
  case hasEnded
  /// The tree has all that had happened when somebody asked.
  case isCaughtUp
}

/// Lets a task go on when the tree has its value, or when nobody takes the value any more.
private final class Receipt: Sendable {
  private let task: Mutex<CheckedContinuation<Void, Never>?>

  init(_ task: CheckedContinuation<Void, Never>) { self.task = Mutex(task) }
  deinit { sign() }

  func sign() {
    task.withLock { task in
      task?.resume()
      task = nil
    }
  }
}

/// The words of the tasks, in order, for one reader.
private final class Mailbox: Sendable {
  typealias Entry = (task: Int, word: Word)

  private struct State {
    var entries: [Entry] = []
    var reader: CheckedContinuation<Void, Never>?
    var isClosed = false

    mutating func wake() {
      reader?.resume()
      reader = nil
    }
  }

  private let state = Mutex(State())

  func put(_ entry: Entry) {
    state.withLock { state in
      if state.isClosed { return }
      state.entries.append(entry)
      state.wake()
    }
  }

  func close() {
    // Outside the lock: it lets tasks go on.
    _ = state.withLock { state in
      state.isClosed = true
      defer { state.entries = [] }
      return state.entries
    }
  }

  /// The first entry; nil if none comes in time.
  func next(before end: ContinuousClock.Instant) async -> Entry? {
    let timer = Task {
      try await Task.sleep(until: end)
      state.withLock { $0.wake() }
    }
    defer { timer.cancel() }
    while true {
      if let entry = state.withLock({ $0.entries.isEmpty ? nil : $0.entries.removeFirst() }) { return entry }
      if ContinuousClock.now >= end { return nil }
      await withCheckedContinuation { reader in
        state.withLock { state in
          state.reader = reader
          if !state.entries.isEmpty || ContinuousClock.now >= end { state.wake() }
        }
      }
    }
  }
}
