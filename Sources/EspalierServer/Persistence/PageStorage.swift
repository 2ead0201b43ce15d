package import Espalier

/// Saves the values of pages and finds them again after a restart. `SQLitePageStore` conforms to it.
///
/// The lanes of page instances call it, from several threads at once. A call blocks its lane, so it should take
/// microseconds. If it cannot work, it should fail within some tens of milliseconds. An error that is a
/// `PageStoreError` tells clients why.
package protocol PageStorage: Sendable {
  /// Returns what was saved of an owner's instance, or nil if nothing was.
  func instance(of owner: PersistedInstance.Owner) throws -> PersistedInstance?

  /// Returns what was saved of the instance with this id, or nil if nothing was.
  func instance(id: String) throws -> PersistedInstance?

  /// Saves changes and the ids of events of one or more owners in one transaction, all or nothing. When this returns,
  /// the saved data must survive the end of the process.
  func save(_ saves: [PersistedSave]) throws

  /// Notes that an instance of one browser is in use. The site calls this once a day while the instance lives, because
  /// a viewer may view it every day and never change it.
  func touch(_ instance: PersistedInstance.Name) throws

  /// Deletes everything of a browser: it has signed out.
  func forget(browser: String) throws

  /// How many days the store keeps what a browser has without using it.
  var keepingDays: Int { get }

  /// Throws if data that is saved now would be lost. The site calls this each second while it serves, on a separate
  /// thread.
  func check() throws

  /// How many instances the store has deleted so far.
  var forgotten: ForgottenInstances { get }

  /// The file that lists the pages that were being made when the server ended, so that they may be closed for a while
  /// after the restart. Nil for none.
  var crashFile: String? { get }
}

/// What one owner has to save.
package struct PersistedSave: Sendable {
  package let changes: [PersistedChange]
  /// The event that is about to be acknowledged, if any, and before it the events that an earlier call failed to save.
  package let events: [PersistedEvent]
  package let name: PersistedInstance.Name

  package init(_ changes: [PersistedChange], events: [PersistedEvent] = [], of name: PersistedInstance.Name) {
    (self.changes, self.events, self.name) = (changes, events, name)
  }
}

extension PageStorage {
  /// Saves what one owner has to save.
  package func save(
    _ changes: [PersistedChange], events: [PersistedEvent], of name: PersistedInstance.Name
  ) throws {
    try save([PersistedSave(changes, events: events, of: name)])
  }

  /// 30.
  package var keepingDays: Int { 30 }
  /// Does nothing, for a store that deletes nothing.
  package func touch(_ instance: PersistedInstance.Name) {}
  /// Does nothing, for a store whose saves fail if the data would be lost.
  package func check() {}
  /// For a store that deletes nothing.
  package var forgotten: ForgottenInstances { ForgottenInstances() }
  /// For a store without a place for the file.
  package var crashFile: String? { nil }
}

/// How many instances a store has deleted, by reason.
package struct ForgottenInstances: Sendable, Hashable {
  /// Deleted because nobody had used them for a long time.
  package var unused: Int
  /// Deleted because the store had no more room.
  package var room: Int

  /// Counts of deleted instances.
  package init(unused: Int = 0, room: Int = 0) {
    self.unused = unused
    self.room = room
  }
}
