extension Page {
  /// Returns the page with an object that each of its instances has for itself. The object is made together with the
  /// instance, and belongs to the instance's lane.
  ///
  /// ```swift
  /// Page("/stock", title: "Stock") { StockList() }.providing { Counter() }
  /// ```
  public func providing<Service>(
    as type: Service.Type = Service.self, _ make: @escaping @Sendable () -> Service
  ) -> Page {
    var page = self
    page.services.append { Own(object: make()) }
    return page
  }
}
