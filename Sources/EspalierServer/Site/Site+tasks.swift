public import Espalier
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

  /// Sends each value of a signal to the other servers of the site, whose signal of the same name sends it to its listeners. On
  /// one server it does nothing.
  ///
  /// ```swift
  /// site.carry(prices.changed, as: "prices")
  /// ```
  ///
  /// A value arrives at most once, and those of one server arrive in order. A server that does not hear it misses it, so share
  /// what must not get lost: see `share(_:to:)`. What a listener sends because of a value from elsewhere stays at its server.
  @discardableResult
  public func carry<Value: Codable & Sendable>(_ signal: Signal<Value>, as name: String) -> Self {
    let send = core.node.map { node in { @Sendable [weak node] (value: JSON) in node?.carry(value, as: name) ?? () } }
    core.carried.add(signal, name, core.log, send: send)
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

/// The signals whose values all nodes of a cluster get.
final class CarriedSignals: Sendable {
  private struct Carried {
    let name: String
    /// Sends a value of another node to the listeners.
    let take: @Sendable (JSON) -> Void
  }

  /// Whether the thread sends what another node has sent.
  @TaskLocal private static var isFromElsewhere = false

  private let all = Lock<[Carried]>([])

  /// A name that two signals have.
  var ambiguousName: String? {
    Dictionary(grouping: all.withLock { $0.map(\.name) }) { $0 }.first { $0.value.count > 1 }?.key
  }

  /// Adds a signal. `send` sends a value to the other nodes; it is nil on one machine.
  func add<Value: Codable & Sendable>(
    _ signal: Signal<Value>, _ name: String, _ log: Log, send: (@Sendable (JSON) -> Void)?
  ) {
    let carried = Carried(name: name) { json in
      guard let value = try? json.decode(Value.self, trustsMarkup: true) else {
        log.write(.error, "cluster") {
          $0.add("name", name)
          $0.add("detail", "Another node sends a value of a signal that this one cannot read.")
        }
        return
      }
      Self.$isFromElsewhere.withValue(true) { signal.send(value) }
    }
    all.withLock { $0.append(carried) }
    guard let send else { return }
    signal.listen { value in
      if !Self.isFromElsewhere, let json = try? JSON(encoding: value) { send(json) }
    }
  }

  func take(_ value: JSON, as name: String) {
    for carried in all.withLock({ $0 }) where carried.name == name { carried.take(value) }
  }
}
