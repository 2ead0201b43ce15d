package import Espalier
package import EspalierHTTP

/// Observes what page instances receive and publish.
package protocol InstanceObserver: Sendable {
  /// Called before a request works on an instance. Returns false if there is nothing to do first. Otherwise it returns
  /// true, and calls `work` when it is done, or `refuse` if it cannot be done.
  func prepare(
    _ visit: Visit, in site: ToolSite, then work: @escaping @Sendable (isolated PageInstance) -> Void,
    otherwise refuse: @escaping @Sendable (HTTPError) -> Void
  ) throws(HTTPError) -> Bool

  /// Answers an event that no node of an owner's instance handled; nil to pass it to the site's handlers.
  func answer(_ sent: AnyEvent, of owner: PersistedInstance.Owner, in site: ToolSite) -> Bool?
}
