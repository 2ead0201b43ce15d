import Espalier

/// The tasks of a tree that has no page. They run on any thread, and their values wait until the test takes them.
final class TestWork {
  /// What a task has to say.
  private enum Word: Sendable {
    /// A value, and what to call when the tree has it.
    case value(any Sendable, taken: @Sendable () -> Void)
    case hasEnded
    /// The tree has all that had happened when somebody asked.
    case isCaughtUp
  }

  private var words: AsyncStream<(task: Int, word: Word)>.Iterator
  private let say: AsyncStream<(task: Int, word: Word)>.Continuation
  private var tasks: [Int: NodeTask] = [:]
  private var number = 0
  /// The tasks that follow a sequence and have not caught up.
  private var late: Set<Int> = []

  init() {
    let (stream, say) = AsyncStream.makeStream(of: (task: Int, word: Word).self)
    (words, self.say) = (stream.makeAsyncIterator(), say)
  }

  /// How many tasks the test waits for.
  var count: Int { tasks.values.count { !$0.mayBeEndless } + late.count }
  var isRunning: Bool { count > 0 }

  func begin(_ task: NodeTask) {
    number += 1
    tasks[number] = task
    let (work, say, number) = (task.work, say, number)
    let running = Task {
      await work { value in
        await withCheckedContinuation { taken in
          say.yield((number, .value(value, taken: { taken.resume() })))
        }
      }
      say.yield((number, .hasEnded))
    }
    task.onCancel { running.cancel() }
  }

  /// Asks all tasks that follow a sequence to say when the tree has what has happened so far. What the others have said
  /// already is in the tree before.
  func catchUp() {
    late.insert(-1)
    say.yield((-1, .isCaughtUp))
    for (number, task) in tasks {
      guard task.mayBeEndless, let catchUp = task.catchUp else { continue }
      late.insert(number)
      Task { [say] in
        await catchUp()
        say.yield((number, .isCaughtUp))
      }
    }
  }

  /// The next change of the tree, or nil if none comes in time.
  func next(before end: ContinuousClock.Instant) async -> (() -> Void)? {
    let timer = Task { [say] in
      try await Task.sleep(until: end)
      say.yield((0, .hasEnded))
    }
    defer { timer.cancel() }
    var (number, word) = (0, Word.hasEnded)
    repeat {
      guard let next = await words.next(isolation: #isolation), next.task != 0 || ContinuousClock.now < end else {
        return nil
      }
      (number, word) = next
    } while number == 0
    switch word {
    case .value(let value, let taken):
      let task = tasks[number]
      return {
        task?.receive(value)
        taken()
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
