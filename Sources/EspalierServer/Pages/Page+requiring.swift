import Espalier

extension Page {
  /// Returns the page for people who are known and meet a condition. An unknown visitor is led to the sign-in page, or
  /// gets 401; somebody who does not meet the condition gets 403. The site says who somebody is: see `Site.identify`.
  ///
  /// ```swift
  /// Page("/staff", title: "Staff", scope: .browser) { Rota() }.requiring(Member.self) { $0.isStaff }
  /// ```
  ///
  /// It covers the page, its events, its patches and its JSON.
  public func requiring<Identity>(
    _ type: Identity.Type, where isAllowed: @escaping @Sendable (Identity) -> Bool = { _ in true }
  ) -> Page {
    var page = self
    page.rule = IdentityRule(type, isAllowed).and(rule)
    return page
  }
}
