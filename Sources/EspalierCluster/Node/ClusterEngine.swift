package import Espalier
package import EspalierServer

/// The database of a cluster. Each call is done whole or not at all.
///
/// It answers on any thread. An error means that nobody knows whether the statement ran.
package protocol ClusterEngine: Sendable {
  /// Adds a node. It lives for `lease`, by the database's clock. The node that had its address before is over.
  func register(_ node: NodeName, for lease: Duration, _ reply: @escaping StoreReply<Registration>)

  /// Lets a node live on for `lease` from now. Answers with what was shared since a moment; nil if the node was buried.
  func beat(_ node: NodeName, for lease: Duration, since moment: Moment, _ reply: @escaping StoreReply<News?>)

  /// What is saved of some sessions, in their order. A browser that never had one has an empty row.
  func sessions(of browsers: [String], _ reply: @escaping StoreReply<[SessionRow]>)
  /// Notes that a browser is in use.
  func touch(sessionOf browser: String, _ reply: @escaping StoreReply<Void>)

  /// Shares a value with all nodes, under a label.
  func share(_ value: JSON, labelled label: String, _ reply: @escaping StoreReply<Void>)
  /// What is shared under some labels, or under all.
  func shares(labelled labels: [String]?, _ reply: @escaping StoreReply<[String: JSON]>)

  /// Gives a node a holding, if no node that is registered has it, and if no node lives that should rather have it,
  /// because the holding was with a later version of the program. Without `claimsNew`, a node does not
  /// get a holding that nobody ever had: the answer is `.new`.
  func claim(_ holding: Holding, for node: NodeName, claimsNew: Bool, _ reply: @escaping StoreReply<Claim>)

  /// Forgets a holding of a node if nothing of it is saved, as if nobody ever had it.
  func release(_ holding: Holding, in term: UInt64, by node: NodeName, _ reply: @escaping StoreReply<Void>)

  /// Removes a node whose lease is over. It has nothing from then on.
  func bury(_ id: String, _ reply: @escaping StoreReply<Void>)

  /// All nodes that are registered, each with whether its lease is over.
  func nodes(_ reply: @escaping StoreReply<[NodeName: Bool]>)

  /// Removes a node that ends.
  func leave(_ node: NodeName, _ reply: @escaping StoreReply<Void>)

  /// How many transactions were begun to save something.
  var transactions: Int { get }

  /// Saves what belongs to a holding, in one transaction. False if the node does not have the holding in this term: then
  /// nothing is saved. What belongs to no holding is saved for any node.
  ///
  /// Changes of sessions are made to the current rows; those of a session that has ended are dropped. If a change ends a
  /// session, everything of its browser is deleted, whoever has it.
  func save(
    _ saves: [PersistedSave], of holding: Holding, in term: UInt64, by node: NodeName,
    _ reply: @escaping StoreReply<Bool>)

  /// Deletes everything of a browser. False as for `save`.
  func forget(
    browser: String, of holding: Holding, in term: UInt64, by node: NodeName, _ reply: @escaping StoreReply<Bool>)

  /// Deletes what browsers have not used for so many days. Answers with the number of instances; nothing is deleted if the
  /// node does not have the holding in this term.
  func forget(
    unusedFor days: Int, of holding: Holding, in term: UInt64, by node: NodeName, _ reply: @escaping StoreReply<Int>)

  /// Adds what ended a process. Adds nothing if it has records of this node already.
  func add(_ crashes: [CrashRecord], of node: NodeName, _ reply: @escaping StoreReply<Void>)
  /// The records of the last day, oldest first, with the times of this machine.
  func crashes(_ reply: @escaping StoreReply<[CrashRecord]>)
  func forget(crashesOf owner: PersistedInstance.Owner, _ reply: @escaping StoreReply<Void>)

  func instance(of owner: PersistedInstance.Owner, _ reply: @escaping StoreReply<PersistedInstance?>)
  func instance(id: String, _ reply: @escaping StoreReply<PersistedInstance?>)
  func touch(_ instance: PersistedInstance.Name, _ reply: @escaping StoreReply<Void>)
}

/// A moment of the database: what it has done until then.
package struct Moment: Sendable, Hashable {
  package let text: String
  package init(text: String) { self.text = text }
}

/// What a node learns when it registers.
package struct Registration: Sendable {
  /// By this the nodes of the cluster know each other.
  package let secret: String
  package let moment: Moment

  package init(secret: String, moment: Moment) { (self.secret, self.moment) = (secret, moment) }
}

/// What has happened between two moments.
package struct News: Sendable {
  /// The later moment.
  package let moment: Moment
  /// The labels under which something was shared.
  package let labels: [String]
  /// The browsers whose sessions were changed or ended.
  package let browsers: [String]

  package init(moment: Moment, labels: [String], browsers: [String]) {
    (self.moment, self.labels, self.browsers) = (moment, labels, browsers)
  }
}

/// A server process, from its start to its end. One that starts again is another node.
package struct NodeName: Sendable, Hashable {
  package let id: String
  /// Where other nodes reach it.
  package let address: String
  /// The version of its program.
  package let version: Int
  /// With these digits begin the ids of the instances that it makes.
  var instancePrefix: String { String(id.prefix(Holding.instancePrefixLength)) }

  package init(id: String, address: String, version: Int = 0) {
    (self.id, self.address, self.version) = (id, address, version)
  }
}

/// The answer to a claim.
package enum Claim: Sendable, Hashable {
  /// The node has it now, in this term.
  case own(term: UInt64)
  /// Another node has it. Its lease may be over; then it can be buried.
  case other(NodeName, isOver: Bool)
  /// No node has it, and one that lives should take it.
  case nobody
  /// Nobody ever had it.
  case new
}
