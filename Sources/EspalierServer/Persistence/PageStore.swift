import EspalierHTTP
package import Espalier

/// The place where a site saves the values that must survive a restart: see `persist(_:as:)` of a node.
///
/// ```swift
/// import EspalierSQLite
///
/// let site = Site(store: try .sqlite("pages.sqlite")) { Page("/posts", title: "Posts") { PostList() } }
/// ```
public struct PageStore: Sendable {
  package let storage: any PageStorage
  /// This process as a node of a cluster, if the store serves several.
  package let node: (any ClusterNode)?

  package init(_ storage: any PageStorage, of node: (any ClusterNode)? = nil) {
    (self.storage, self.node) = (storage, node)
  }
}

/// The node that has a holding.
package enum Leader: Sendable, Hashable {
  /// This node. The term grows whenever another node gets the holding.
  case here(term: UInt64)
  /// The node with this id, at an address.
  case there(String, address: String)
  /// Nobody. Nothing of it is saved either, so each node shows it in its first state.
  case nobody
}

/// This process as one node of a cluster. Any thread may call it, and it may call back on any thread.
package protocol ClusterNode: AnyObject, Sendable {
  /// Begins to work for a site. `crashes` reads what ended the process before it at this address, once the address belongs to
  /// this one. That is saved before the other one is over. Throws if other nodes cannot reach this one.
  func join(_ site: any ClusterSite, after crashes: () -> [CrashRecord]) throws(ServerError)

  /// Whether the database knows this node, so that clients may be sent here.
  var isRegistered: Bool { get }
  /// Whether the database answered when it was last asked.
  var isUp: Bool { get }

  /// The node that has a holding. If the node that had it is over, this one claims it. If nobody ever had it, this one claims
  /// it with `claimsNew`.
  func leader(of holding: Holding, claimsNew: Bool) -> Found<Leader>

  /// The first digits of each instance id that this node makes for a page on any node: see `Holding`.
  var instancePrefix: String { get }
  /// The other node that lives and has this instance prefix; nil if there is none.
  func node(withInstancePrefix prefix: String) -> Found<Leader?>

  /// Whether this node still has a holding in a term, so that an answer may leave.
  func hasStill(_ holding: Holding, in term: UInt64) -> Found<Bool>

  /// The term in which this node has a holding, and has restored what belongs to it; nil if it does not have it.
  func term(of holding: Holding) -> UInt64?

  /// Nothing at this node uses a holding any more. If nothing of it is saved, it is as if nobody ever had it.
  func release(_ holding: Holding)

  /// Passes a request about a holding on to a node. It is given up if the client of `answer` hangs up.
  func pass(
    _ request: Request, of holding: Holding?, to leader: Leader, for answer: Answer,
    _ reply: @escaping @Sendable (Passed) -> Void)

  /// Shares a value with all nodes, under a label.
  func share(_ value: JSON, labelled label: String)

  /// Sends a value of a signal to all other nodes. It may get lost.
  func carry(_ value: JSON, as name: String)

  /// Gives up everything, after the last save.
  func leave(_ reply: @escaping StoreReply<Void>)

  /// Adds what the node counts.
  func addMetrics(to text: inout Exposition)
}

/// What became of a request that was passed on.
package enum Passed: Sendable {
  /// The node has answered it.
  case answer(Response)
  /// It was not handled: nobody has received it, or the node does not have what it is about.
  case unhandled
  /// The node ended while it had the request. Perhaps it was handled.
  case broken
}

/// A site as its node sees it.
package protocol ClusterSite: AnyObject, FileTaking {
  var httpLimits: HTTPLimits { get }

  /// The node has got a holding: restores what belongs to it. In the first term nobody has had it before.
  func take(_ holding: Holding, in term: UInt64, _ reply: @escaping StoreReply<Void>)

  /// Nobody knows whether the node still has a holding, because its lease is over, or it is known again that it has it.
  func doubt(_ holding: Holding, _ isInDoubt: Bool)

  /// Other nodes may have some holdings now: drops what belongs to them. Nobody may be told what is not saved.
  func drop(_ holdings: Set<Holding>)

  /// Nodes have shared values, by label. This one may be among them.
  func hear(_ shares: [String: JSON])

  /// Nodes have changed or ended the sessions of some browsers; nil if it may be any. This node may be among them. Called with
  /// each beat.
  func hear(sessionsOf browsers: [String]?)

  /// Another node sends a value of a signal.
  func hear(_ value: JSON, ofSignal name: String)

  /// Answers a request that another node passes on.
  func respond(toNode request: Request, _ answer: Answer)

  /// Runs work on a thread of the site.
  func run(_ work: @escaping @Sendable () -> Void)

  /// The stream of a viewer who follows a page of another node. Throws if the viewer's browser has too many.
  func openStream(for request: Request) throws(HTTPError) -> EventStream

  /// Counts that such a viewer has fallen behind.
  func noteSlowViewer()

  /// The last message of a stream at a version.
  func goodbye(at version: String) -> [UInt8]
}

/// Whether viewers may share the stream of a page: if it is for everybody, or if each may have its own.
package enum Sharing: String, Sendable {
  case shared, own
}

extension Response {
  /// How another node may pass on its stream; nil if that is for one viewer alone.
  package var sharing: Sharing? { headers[.sharing].flatMap { Sharing(rawValue: $0) } }
}

extension HeaderName {
  /// Between nodes only.
  package static let sharing: HeaderName = "Espalier-Sharing"
}

/// Takes the answer of a store to one call. A store calls it once, on any thread.
package typealias StoreReply<Value: Sendable> = @Sendable (Result<Value, PageStoreError>) -> Void

/// Saves the values of pages and finds them again after a restart. `SQLitePageStore` conforms to it.
///
/// Many threads call it at once, lanes of pages and serving threads among them, and none of them waits for an answer. A
/// store in the same process answers before a call returns, so it should take microseconds. Any other store answers
/// later, on a thread of its own. If a store cannot work, it should say so soon.
package protocol PageStorage: Sendable {
  /// Answers with what was saved of an owner's instance, or with nil if nothing was.
  func instance(of owner: PersistedInstance.Owner, _ reply: @escaping StoreReply<PersistedInstance?>)

  /// Answers with what was saved of the instance with this id, or with nil if nothing was.
  func instance(id: String, _ reply: @escaping StoreReply<PersistedInstance?>)

  /// Saves changes and the ids of events of one or more owners in one transaction, all or nothing. It answers when the
  /// saved data survives the end of the process. The site makes the next call when it has the answer.
  ///
  /// All of them belong to one holding. Only a store that several nodes share need look at it.
  func save(_ saves: [PersistedSave], of holding: Holding, _ reply: @escaping StoreReply<Void>)

  /// Notes that an instance of one browser is in use. The site calls this once a day while the instance lives, because
  /// a viewer may view it every day and never change it.
  func touch(_ instance: PersistedInstance.Name, _ reply: @escaping StoreReply<Void>)

  /// Deletes everything of a browser: it has signed out.
  func forget(browser: String, of holding: Holding, _ reply: @escaping StoreReply<Void>)

  /// Answers whether data that is saved now would survive. The site asks each second while it serves.
  func check(_ reply: @escaping StoreReply<Void>)

  /// How many days the store keeps what a browser has without using it.
  var keepingDays: Int { get }

  /// How many instances the store has deleted so far.
  var forgotten: ForgottenInstances { get }

  /// Where the sessions are, for a store that several nodes share; nil for any other.
  var sessions: (any SessionStorage)? { get }

  /// The file that lists what was being made or handled when the server ended, so that it may be closed for a while after
  /// the restart. Beside it is a file with what runs now. Nil for none.
  var crashFile: String? { get }

  /// What keeps the list instead of the file; nil for the file.
  var crashKeeper: (any CrashKeeper)? { get }
}

/// What one owner has to save.
package struct PersistedSave: Sendable {
  package let changes: [PersistedChange]
  /// The event that is about to be acknowledged, if any, and before it the events that an earlier call failed to save.
  package let events: [PersistedEvent]
  package let name: PersistedInstance.Name
  /// A change of a session, in a cluster. Then the other fields are empty.
  package let session: SessionSave?

  package init(_ changes: [PersistedChange], events: [PersistedEvent] = [], of name: PersistedInstance.Name) {
    (self.changes, self.events, self.name, session) = (changes, events, name, nil)
  }

  init(_ session: SessionSave, of name: PersistedInstance.Name) {
    (changes, events, self.name, self.session) = ([], [], name, session)
  }
}

extension PageStorage {
  /// 30.
  package var keepingDays: Int { 30 }
  /// Does nothing, for a store that deletes nothing.
  package func touch(_ instance: PersistedInstance.Name, _ reply: @escaping StoreReply<Void>) { reply(.success(())) }
  /// Does nothing, for a store whose saves fail if the data would be lost.
  package func check(_ reply: @escaping StoreReply<Void>) { reply(.success(())) }
  /// For a store that deletes nothing.
  package var forgotten: ForgottenInstances { ForgottenInstances() }
  /// For a store of one server.
  package var sessions: (any SessionStorage)? { nil }
  /// For a store without a place for the file.
  package var crashFile: String? { nil }
  /// For a store whose list is in the file.
  package var crashKeeper: (any CrashKeeper)? { nil }
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

/// Says why a store cannot save or read now.
package struct PageStoreError: Error, Sendable, CustomStringConvertible {
  /// What is wrong, in a few words that clients may read: "another program has locked the database".
  package let reason: String
  /// What an operator should do; clients don't see it.
  package let remedy: String?
  /// Whether the same call may work soon.
  package let isTemporary: Bool
  /// The error that caused this one; clients don't see it.
  package let underlying: (any Error)?
  /// Whether another node has what should be saved, so that this change counts for nothing.
  package private(set) var isRefusal = false

  /// Another node has what should be saved.
  package static var refused: PageStoreError {
    var error = PageStoreError("another node has it")
    error.isRefusal = true
    return error
  }

  /// Describes an error.
  package init(_ reason: String, remedy: String? = nil, isTemporary: Bool = false, underlying: (any Error)? = nil) {
    self.reason = reason
    self.remedy = remedy
    self.isTemporary = isTemporary
    self.underlying = underlying
  }

  /// Something that is saved cannot be read by this version of the program.
  init(unreadable reason: String) {
    self.init(
      "this version cannot read a saved value, and keeps it",
      remedy: "add a migration, say `onUnreadable:` where the value is persisted, or run the older version (\(reason))",
      isTemporary: true)
  }

  /// An error of any store.
  package init(of error: any Error) {
    self = error as? PageStoreError ?? PageStoreError("the store reports an error", underlying: error)
  }

  /// One line for the log.
  package var description: String {
    reason + (remedy.map { "; \($0)" } ?? "") + (underlying.map { " (\($0))" } ?? "")
  }
}
