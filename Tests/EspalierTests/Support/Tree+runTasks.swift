@testable import Espalier

extension Tree {
  /// Runs the started tasks that were not cancelled, as the owner of a tree does. Returns their number.
  @discardableResult
  func runTasks() async -> Int {
    let tasks = takeTasks()
    for task in tasks {
      let (values, source) = AsyncStream.makeStream(of: (any Sendable).self)
      await task.work { source.yield($0) }
      source.finish()
      for await value in values { task.receive(value) }
      task.end()
    }
    return tasks.count
  }
}
