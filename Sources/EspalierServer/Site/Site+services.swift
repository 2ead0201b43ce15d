import EspalierHTTP
public import Espalier

extension Site {
  /// Provides an object to all pages, by its type or by a protocol that it conforms to. Many lanes use it at the same
  /// time, so it is an actor, or a class or struct that is `Sendable`.
  ///
  /// ```swift
  /// site.provide(Prices())
  /// ```
  @discardableResult
  public func provide<Service: Sendable>(_ service: Service, as type: Service.Type = Service.self) -> Self {
    core.services.provide(service, as: type)
    return self
  }

  /// Provides an object to the pages of each browser, one for all of them. It is made when a page first asks for it,
  /// and kept as long as one of the browser's pages exists. Pages that all browsers share do not find it.
  @discardableResult
  public func provideToEachBrowser<Service: Sendable>(
    _ type: Service.Type = Service.self, _ make: @escaping @Sendable () -> Service
  ) -> Self {
    core.services.provideToBrowsers(type, make)
    return self
  }

  /// Asks a dependency container for services that nobody provides.
  @discardableResult
  public func resolveServices(by resolver: some ServiceResolver & Sendable) -> Self {
    core.services.resolve(by: resolver)
    return self
  }
}
