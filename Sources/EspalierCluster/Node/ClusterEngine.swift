package import EspalierServer

/// The database of a cluster. Each call is done whole or not at all.
///
/// It answers on any thread. An error means that nobody knows whether the statement ran.
package protocol ClusterEngine: Sendable {
  /// Adds a node. It lives for `lease`, by the database's clock. The node that had its address before is over.
  func register(_ node: NodeName, for lease: Duration, _ reply: @escaping StoreReply<Void>)

  /// Lets a node live on for `lease` from now. False if it was buried.
  func beat(_ node: NodeName, for lease: Duration, _ reply: @escaping StoreReply<Bool>)

  /// Gives a node a holding, if no node that is registered has it.
  func claim(_ holding: Holding, for node: NodeName, _ reply: @escaping StoreReply<Claim>)

  /// Removes a node whose lease is over. It has nothing from then on.
  func bury(_ id: String, _ reply: @escaping StoreReply<Void>)

  /// Removes a node that ends.
  func leave(_ node: NodeName, _ reply: @escaping StoreReply<Void>)

  /// Saves what belongs to a holding, in one transaction. False if the node does not have the holding in this term: then
  /// nothing is saved.
  func save(
    _ saves: [PersistedSave], of holding: Holding, in term: UInt64, by node: NodeName,
    _ reply: @escaping StoreReply<Bool>)

  /// Deletes everything of a browser. False as for `save`.
  func forget(
    browser: String, of holding: Holding, in term: UInt64, by node: NodeName, _ reply: @escaping StoreReply<Bool>)

  func instance(of owner: PersistedInstance.Owner, _ reply: @escaping StoreReply<PersistedInstance?>)
  func instance(id: String, _ reply: @escaping StoreReply<PersistedInstance?>)
  func touch(_ instance: PersistedInstance.Name, _ reply: @escaping StoreReply<Void>)
}

/// A server process, from its start to its end. One that starts again is another node.
package struct NodeName: Sendable, Hashable {
  package let id: String
  /// Where other nodes reach it.
  package let address: String

  package init(id: String, address: String) { (self.id, self.address) = (id, address) }
}

/// The answer to a claim.
package enum Claim: Sendable, Hashable {
  /// The node has it now, in this term.
  case own(term: UInt64)
  /// Another node has it. Its lease may be over; then it can be buried.
  case other(NodeName, isOver: Bool)
}

/// How nodes reach each other.
package protocol Peers: Sendable {
  /// Listens for the requests of other nodes.
  func listen(at address: String, for site: any ClusterSite)

  /// Passes a request on to the node at an address, and calls back with its response; nil if it cannot be reached, or ends
  /// before it has answered.
  func pass(_ request: Request, to address: String, _ reply: @escaping @Sendable (Response?) -> Void)

  /// Listens no more.
  func close(_ address: String)
}
