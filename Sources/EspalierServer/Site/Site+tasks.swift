import EspalierHTTP
import EspalierLocks

extension Site {
  /// Runs work while the site is served. If several servers are one site, it runs at the one that has the site, and begins
  /// again at another when that takes over.
  ///
  /// ```swift
  /// site.runOnOneNode("prices") {
  ///   while true {
  ///     prices.update(try await exchange.prices())
  ///     try await Task.sleep(for: .seconds(10))
  ///   }
  /// }
  /// ```
  ///
  /// The task is cancelled when the server stops or loses the site. Work that ignores this may go on while it runs elsewhere,
  /// too. The log has a line for an error. Two tasks with the same name are an error at the start. In a test, the work begins
  /// with the first `InProcess` of the site.
  @discardableResult
  public func runOnOneNode(_ name: String, _ work: @escaping @Sendable () async throws -> Void) -> Self {
    core.tasks.add(name, work)
    return self
  }

  /// Begins the work of a site without a server. A node begins it when it has the site.
  package func beginTasks() { if core.node == nil { core.tasks.begin() } }
}

/// The work that a site does by itself, at one node.
final class SiteTasks: Sendable {
  private struct Entry {
    let name: String
    let work: @Sendable () async throws -> Void
    var task: Task<Void, Never>?
  }

  private let log: Log
  private struct State {
    var entries: [Entry] = []
    var isRunning = false
    var hasEnded = false
  }

  private let state = Lock(State())

  init(_ log: Log) { self.log = log }

  /// A name that two tasks have.
  var ambiguousName: String? {
    let names = state.withLock { $0.entries.map(\.name) }
    return Dictionary(grouping: names) { $0 }.first { $0.value.count > 1 }?.key
  }

  func add(_ name: String, _ work: @escaping @Sendable () async throws -> Void) {
    state.withLock { state in
      var entry = Entry(name: name, work: work)
      if state.isRunning { entry.task = start(name, work) }
      state.entries.append(entry)
    }
  }

  /// Begins all tasks, unless they run, or the server ends.
  func begin() {
    state.withLock { state in
      guard !state.isRunning, !state.hasEnded else { return }
      state.isRunning = true
      for index in state.entries.indices {
        state.entries[index].task = start(state.entries[index].name, state.entries[index].work)
      }
    }
  }

  func cancel() {
    let tasks = state.withLock { state in
      state.isRunning = false
      return state.entries.indices.compactMap { state.entries[$0].task.take() }
    }
    for task in tasks { task.cancel() }
  }

  /// Cancels all tasks for good: the server ends.
  func end() {
    state.withLock { $0.hasEnded = true }
    cancel()
  }

  private func start(_ name: String, _ work: @escaping @Sendable () async throws -> Void) -> Task<Void, Never> {
    Task.detached { [log] in
      do { try await work() } catch {
        if Task.isCancelled { return }
        log.write(.error, "task") {
          $0.add("name", name)
          $0.add("detail", "The task ended with an error: \(error)")
        }
      }
    }
  }
}
