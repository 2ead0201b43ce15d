import Espalier

extension Route {
  /// Returns the route for people who are known and meet a condition; see `Page.requiring`.
  public func requiring<Identity>(
    _ type: Identity.Type, where isAllowed: @escaping @Sendable (Identity) -> Bool = { _ in true }
  ) -> Route {
    var route = self
    route.rule = IdentityRule(type, isAllowed).and(rule)
    return route
  }
}
