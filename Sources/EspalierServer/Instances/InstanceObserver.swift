package import Espalier
package import EspalierHTTP

/// Sees what page instances receive and publish.
package protocol InstanceObserver: Sendable {
  /// A request is about to work on an instance. Returns false, or calls `work` when it has done something before that.
  func prepare(
    _ visit: Visit, in site: ToolSite, then work: @escaping @Sendable (isolated PageInstance) -> Void
  ) throws(HTTPError) -> Bool

  /// Answers an event that no node of an owner's instance stopped; nil if the site's handlers shall hear of it.
  func answer(_ sent: AnyEvent, of owner: PersistedInstance.Owner, in site: ToolSite) -> Bool?
}

/// Watches one instance. Stays in that instance's lane.
package protocol InstanceWatch: AnyObject {
  /// The instance has looked for changes.
  func instance(_ instance: isolated PageInstance, published publication: Publication)
}

/// What became of a look for changes.
package struct Publication {
  /// The new version; nil where viewers see no change.
  package let patch: Patch?
  package let cause: Cause
  /// How long it took to find and render what changed.
  package let took: Duration
}
