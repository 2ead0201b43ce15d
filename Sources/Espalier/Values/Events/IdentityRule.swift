/// Knows who sent an event, asks for a page, or views it.
package protocol Identifying {
  /// The person, if the site identifies people as values of this type; nil if the person is unknown.
  func identity<Identity>(_ type: Identity.Type) -> Identity?
}

/// A rule that only some people may do something.
package struct IdentityRule: Sendable {
  /// Why a person may not do it.
  package enum Refusal: Sendable, Hashable {
    /// The person is unknown, and may sign in.
    case unidentified
    /// The person is known, and does not have the permission.
    case forbidden
  }

  /// Why somebody may not do it; nil if the person may. Nobody is known if `person` is nil.
  package let refusal: @Sendable (_ person: (any Identifying)?) -> Refusal?

  /// The rule that holds if this one and another hold.
  package func and(_ other: IdentityRule?) -> IdentityRule {
    guard let other else { return self }
    return IdentityRule { other.refusal($0) ?? self.refusal($0) }
  }

  private init(_ refusal: @escaping @Sendable ((any Identifying)?) -> Refusal?) { self.refusal = refusal }

  /// A rule for people who are known as values of a type and meet a condition.
  package init<Identity>(_ type: Identity.Type, _ isAllowed: @escaping @Sendable (Identity) -> Bool) {
    refusal = { person in
      guard let identity = person?.identity(type) else { return .unidentified }
      return isAllowed(identity) ? nil : .forbidden
    }
  }
}

extension Event {
  /// Returns this event for people who are known and meet a condition. The server answers 401 if the sender is
  /// unknown, and 403 if the condition is not met; then no handler runs. The site says who somebody is: see
  /// `Site.identify`.
  ///
  /// ```swift
  /// static let remove = Event<NoData>("remove").requiring(Member.self) { $0.isAdmin }
  /// ```
  ///
  /// The rule does not hide the control. A cell that not everybody may use can ask for `identity(_:)`.
  public func requiring<Identity>(
    _ type: Identity.Type, where isAllowed: @escaping @Sendable (Identity) -> Bool = { _ in true }
  ) -> Self {
    Self(name: EventDescriptor(name, rule: IdentityRule(type, isAllowed).and(name.identityRule)))
  }
}
