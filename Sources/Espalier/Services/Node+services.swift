extension ContainerModel {
  /// Provides an object to this container and everything below, by its type or by a protocol that it conforms to.
  ///
  /// ```swift
  /// provide(Cart())
  /// provide(FixedPrices(), as: (any PriceList).self)
  /// ```
  ///
  /// It hides one of the same type that is provided further up. It belongs to this page's lane, so it need not be `Sendable`.
  public final func provide<Service>(_ service: Service, as type: Service.Type = Service.self) {
    services[type] = service
  }
}

extension Node {
  /// The service of a type: the nearest container's, from this one up to the root, then the page's, the browser's, the
  /// site's, and what the site's own resolver finds.
  ///
  /// ```swift
  /// override func didLoad() {
  ///   do { note("of \(try service(Account.self).name)") } catch { note("of nobody: \(error)") }
  /// }
  /// ```
  ///
  /// Asked for by a node that is part of a page: in `didAttachToRoot`, in `didLoad` and after. Before that, and once it has
  /// left, it throws, whatever the containers above provide: what the page and the site do is not known there. Throws where
  /// there is none, too; the error lists what is provided, and where. Cost: one look-up for each container above.
  /// Where a page is not in order without it, `require` says so by itself.
  public final func service<Service>(_ type: Service.Type = Service.self) throws(ServiceError) -> Service {
    guard let tree else { throw ServiceError(type: "\(type)", node: address, isInPage: false, registered: []) }
    var next = hub
    while let container = next {
      if let service = container.services[type] { return service }
      next = container.parent
    }
    if let service = tree.resolver?.resolve(type) { return service }
    throw ServiceError(type: "\(type)", node: address, isInPage: true, registered: registeredServices(in: tree))
  }

  /// The service of a type, without which the page is not in order: where there is none, the error is reported, so that the
  /// site does not start.
  ///
  /// ```swift
  /// override func didLoad() {
  ///   guard let stock = require(Stock.self) else { return }
  ///   listen(to: stock.prices) { $0.content.price = $1 }
  /// }
  /// ```
  public final func require<Service>(_ type: Service.Type = Service.self) -> Service? {
    do {
      return try service(type)
    } catch {
      tree?.report(.missingService(error))
      return nil
    }
  }

  private final func registeredServices(in tree: Tree) -> [String] {
    let own = (hub?.path ?? []).flatMap { container in
      container.services.types.map { "\($0) at \"\(container.address)\"" }
    }
    return own + (tree.resolver?.registered ?? []).map { "\($0.type) at the \($0.place)" }
  }
}
