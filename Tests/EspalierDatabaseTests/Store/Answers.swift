import Espalier
import EspalierLocks

@testable import EspalierSQLite
@testable import EspalierTables
@testable import EspalierServer

/// The answers of a store that answers before its calls return.
extension SQLitePageStore {
  func instance(of owner: PersistedInstance.Owner) throws -> PersistedInstance? {
    try answer { instance(of: owner, $0) }
  }
  func instance(id: String) throws -> PersistedInstance? { try answer { instance(id: id, $0) } }
  func save(_ saves: [PersistedSave]) throws { try answer { save(saves, of: .site, $0) } }
  func save(_ changes: [PersistedChange], events: [PersistedEvent], of name: PersistedInstance.Name) throws {
    try save([PersistedSave(changes, events: events, of: name)])
  }
  func touch(_ instance: PersistedInstance.Name) throws { try answer { touch(instance, $0) } }
  func forget(browser: String) throws { try answer { forget(browser: browser, of: .site, $0) } }
  func check() throws { try answer { check($0) } }

  private func answer<Value: Sendable>(_ ask: (@escaping StoreReply<Value>) -> Void) throws -> Value {
    let given = Lock<Result<Value, PageStoreError>?>(nil)
    ask { answer in given.withLock { $0 = answer } }
    guard let answer = given.withLock({ $0 }) else { throw PageStoreError("it did not answer at once") }
    return try answer.get()
  }
}
