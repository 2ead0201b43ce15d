extension ContainerModel {
  /// Provides a service to this container and all nodes below it, by its type or by a protocol to which it conforms.
  ///
  /// ```swift
  /// provide(Cart())
  /// provide(FixedPrices(), as: (any PriceList).self)
  /// ```
  ///
  /// It hides a service of the same type that is provided further up. It belongs to this page's lane, so it need not be
  /// `Sendable`.
  public final func provide<Service>(_ service: Service, as type: Service.Type = Service.self) {
    feature(Services.self)[type] = service
  }
}

extension Node {
  /// Finds a service by its type: first in the containers from this one up to the root, then in the page, the browser
  /// and the site, and last with the site's own resolver. Returns nil if there is none.
  ///
  /// ```swift
  /// override func didLoad() {
  ///   guard let stock = service(Stock.self) else { return }
  ///   listen(to: stock.prices) { $0.content.price = $1 }
  /// }
  /// ```
  ///
  /// Call it in `didAttachToRoot`, in `didLoad` or later: a node that is not part of a page finds nothing. A missing
  /// service is reported with all services that are provided, and the site does not start. With `isRequired` false,
  /// nothing is reported. Cost: one look-up for each container above.
  public final func service<Service>(_ type: Service.Type = Service.self, isRequired: Bool = true) -> Service? {
    if let service = find(type) { return service }
    if isRequired {
      let (provided, isInPage) = (tree.map(registeredServices) ?? [], tree != nil)
      report {
        .missingService(ServiceError(type: "\(type)", node: $0.address, isInPage: isInPage, registered: provided))
      }
    }
    return nil
  }

  private final func find<Service>(_ type: Service.Type) -> Service? {
    guard let tree else { return nil }
    var next = hub
    while let container = next {
      if let service = container.existing(Services.self)?[type] { return service }
      next = container.parent
    }
    return tree.resolver?.resolve(type)
  }

  private final func registeredServices(in tree: Tree) -> [String] {
    let own = ContainerPath(from: hub).flatMap { container in
      (container.existing(Services.self)?.types ?? []).map { "\($0) at \"\(container.address)\"" }
    }
    return own + ((tree.resolver as? any ListedServices)?.registered ?? []).map { "\($0.type) at the \($0.place)" }
  }
}
