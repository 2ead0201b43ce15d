package import Espalier
import EspalierLocks
package import EspalierHTTP
package import EspalierServer

/// A store of a test that answers at once.
package protocol PromptStore: PageStorage {
  func instance(of owner: PersistedInstance.Owner) throws -> PersistedInstance?
  func instance(id: String) throws -> PersistedInstance?
  func save(_ saves: [PersistedSave]) throws
  func touch(_ instance: PersistedInstance.Name) throws
  func forget(browser: String) throws
  func check() throws
}

extension PromptStore {
  package func touch(_ instance: PersistedInstance.Name) {}
  package func check() {}

  package func instance(of owner: PersistedInstance.Owner, _ reply: @escaping StoreReply<PersistedInstance?>) {
    reply(result { try instance(of: owner) })
  }
  package func instance(id: String, _ reply: @escaping StoreReply<PersistedInstance?>) {
    reply(result { try instance(id: id) })
  }
  package func save(_ saves: [PersistedSave], of holding: Holding, _ reply: @escaping StoreReply<Void>) {
    reply(result { try save(saves) })
  }
  package func touch(_ instance: PersistedInstance.Name, _ reply: @escaping StoreReply<Void>) {
    reply(result { try touch(instance) })
  }
  package func forget(browser: String, of holding: Holding, _ reply: @escaping StoreReply<Void>) {
    reply(result { try forget(browser: browser) })
  }
  package func check(_ reply: @escaping StoreReply<Void>) { reply(result { try check() }) }

  private func result<Value>(_ body: () throws -> Value) -> Result<Value, PageStoreError> {
    do { return .success(try body()) } catch { return .failure(PageStoreError(of: error)) }
  }
}

/// A store that answers later: when the test says so, in the order of the calls, on the thread of the test.
package final class LateStore: PageStorage {
  private struct Call {
    let name: String
    let run: @Sendable (Fate) -> Void
  }

  private let store: any PageStorage
  private let calls = Lock<[Call]>([])

  package init(_ store: any PageStorage) { self.store = store }

  /// The names of the calls that wait for their answers.
  package var waiting: [String] { calls.withLock { $0.map(\.name) } }

  /// Does what was asked first, and answers. Returns false if nothing was asked.
  @discardableResult
  package func answer(_ fate: Fate = .done) -> Bool {
    guard let call = calls.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return false }
    call.run(fate)
    return true
  }

  /// What becomes of a save. All other calls are done.
  package enum Fate: CaseIterable, Sendable {
    case done
    /// It does not reach the store.
    case lost
    /// It is done, but the answer does not come back.
    case unanswered
    /// Another node has what it saves.
    case refused
  }

  private func add(_ name: String, _ run: @escaping @Sendable () -> Void) { add(name) { _ in run() } }

  private func add(_ name: String, _ run: @escaping @Sendable (Fate) -> Void) {
    calls.withLock { $0.append(Call(name: name, run: run)) }
  }

  package func instance(of owner: PersistedInstance.Owner, _ reply: @escaping StoreReply<PersistedInstance?>) {
    add("read \(owner.page)") { [store] in store.instance(of: owner, reply) }
  }
  package func instance(id: String, _ reply: @escaping StoreReply<PersistedInstance?>) {
    add("find") { [store] in store.instance(id: id, reply) }
  }
  package func save(_ saves: [PersistedSave], of holding: Holding, _ reply: @escaping StoreReply<Void>) {
    add("save \(saves.map(\.name.owner.page).joined(separator: " "))") { [store] fate in
      let away = PageStoreError("the store does not answer", isTemporary: true)
      switch fate {
      case .done: store.save(saves, of: holding, reply)
      case .lost: reply(.failure(away))
      case .unanswered: store.save(saves, of: holding) { _ in reply(.failure(away)) }
      case .refused: reply(.failure(.refused))
      }
    }
  }
  package func touch(_ instance: PersistedInstance.Name, _ reply: @escaping StoreReply<Void>) {
    add("touch") { [store] in store.touch(instance, reply) }
  }
  package func forget(browser: String, of holding: Holding, _ reply: @escaping StoreReply<Void>) {
    add("forget") { [store] in store.forget(browser: browser, of: holding, reply) }
  }
  package func check(_ reply: @escaping StoreReply<Void>) { add("check") { [store] in store.check(reply) } }
}

/// A node that has everything, until a test takes it away.
package final class SoleNode: ClusterNode {
  private struct Weak {
    weak var site: (any ClusterSite)?
  }
  private let site = Lock(Weak())

  package init() {}

  /// Another node had the site for a moment.
  package func lose() {
    guard let site = site.withLock({ $0.site }) else { return }
    site.drop([.site])
    site.take(.site, in: 1) { _ in }
  }

  package var isRegistered: Bool { true }
  package var isUp: Bool { true }
  package func join(_ site: any ClusterSite, after crashes: () -> [CrashRecord]) {
    self.site.withLock { $0.site = site }
    site.take(.site, in: 1) { _ in }
  }
  package func leader(of holding: Holding, claimsNew: Bool) -> Found<Leader> { .here(.here(term: 1)) }
  package func hasStill(_ holding: Holding, in term: UInt64) -> Found<Bool> { .here(true) }
  package func term(of holding: Holding) -> UInt64? { 1 }
  package func pass(
    _ request: Request, of holding: Holding?, to leader: Leader, for answer: Answer,
    _ reply: @escaping @Sendable (Passed) -> Void
  ) {
    reply(.unhandled)
  }
  package var instancePrefix: String { "00000000" }
  package func node(withInstancePrefix prefix: String) -> Found<Leader?> { .here(nil) }
  package func release(_ holding: Holding) {}
  package func share(_ value: JSON, labelled label: String) {}
  package func carry(_ value: JSON, as name: String) {}
  package func leave(_ reply: @escaping StoreReply<Void>) { reply(.success(())) }
  package func addMetrics(to text: inout Exposition) {}
}

/// A store in memory that outlives the site.
package final class MemoryStore: PromptStore {
  private let kept = Lock<[PersistedInstance.Name: PersistedInstance]>([:])
  private let last = Lock<[PersistedSave]>([])

  package init() {}

  package func instance(of owner: PersistedInstance.Owner) -> PersistedInstance? {
    kept.withLock { $0.values.first { $0.name.owner == owner } }
  }

  package func instance(id: String) -> PersistedInstance? { kept.withLock { $0.values.first { $0.name.id == id } } }

  package func save(_ saves: [PersistedSave]) {
    kept.withLock { kept in
      for save in saves {
        var (states, events) = (kept[save.name]?.states ?? [:], kept[save.name]?.events ?? [])
        for change in save.changes { states[change.key] = change.value }
        events += save.events
        kept[save.name] = PersistedInstance(name: save.name, states: states, events: events)
      }
    }
    last.withLock { $0 = saves }
  }

  package func forget(browser: String) {
    kept.withLock { kept in kept = kept.filter { $0.key.owner.browser != browser } }
  }

  /// Whose values it has.
  package var names: [PersistedInstance.Name] { kept.withLock { Array($0.keys) } }

  /// What the last call saved.
  package var lastSaves: [PersistedSave] { last.withLock { $0 } }
}
