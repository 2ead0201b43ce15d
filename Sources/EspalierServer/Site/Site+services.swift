import EspalierHTTP
public import Espalier

extension Site {
  /// Provides an object to all pages, by its type or by a protocol that it conforms to. Many lanes use it at the same
  /// time, so it is an actor, or a class or struct that is `Sendable`.
  ///
  /// ```swift
  /// site.provide(Prices())
  /// ```
  ///
  /// `persisting` names the signals of the service whose values survive a restart of the server. They get their saved
  /// values at once. An event is acknowledged after the values that it changed are saved; other changes are saved within a
  /// second. Without a store, nothing is saved.
  ///
  /// ```swift
  /// site.provide(Board()) { [Persisted($0.cards, as: "cards")] }
  /// ```
  @discardableResult
  public func provide<Service: Sendable>(
    _ service: Service, as type: Service.Type = Service.self,
    persisting: (Service) -> [Persisted] = { _ in [] }
  ) -> Self {
    core.services.provide(service, as: type, persisting: persisting(service))
    return self
  }

  /// Provides an object to the pages of each browser, one for all of them. It is made when a page first asks for it,
  /// and kept as long as one of the browser's pages exists. Pages that all browsers share do not find it.
  ///
  /// `persisting` names the signals whose values survive a restart of the server and the end of the last page, as for
  /// `provide`.
  @discardableResult
  public func provideToEachBrowser<Service: Sendable>(
    _ type: Service.Type = Service.self, persisting: (@Sendable (Service) -> [Persisted])? = nil,
    _ make: @escaping @Sendable () -> Service
  ) -> Self {
    core.services.provideToBrowsers(type, persisting: persisting) { _ in make() }
    return self
  }

  /// Asks a dependency container for services that nobody provides.
  @discardableResult
  public func resolveServices(by resolver: some ServiceResolver & Sendable) -> Self {
    core.services.resolve(by: resolver)
    return self
  }
}
