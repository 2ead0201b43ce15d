/// Somebody who views a page or sent an event: a browser with its sessions, and a person.
package protocol Visitor: AnyObject, Sendable, Identifying {
  /// The browser's session with a value of this type; nil if the site declares none, or if the browser is unknown.
  func session<Value: Codable & Equatable & Sendable>(_ type: Value.Type) -> Session<Value>?
}

extension Node {
  /// The session of the browser that owns the page. While an event is handled, the session of the browser that sent it,
  /// also on a page that all browsers share. Nil if the node is not part of a page, if a shared page handles no event,
  /// or if the site declares no session with such a value.
  public final func session<Value: Codable & Equatable & Sendable>(_ type: Value.Type) -> Session<Value>? {
    tree?.visitor?.session(type)
  }

  /// The person who owns the page, if the site identifies people as values of this type. While an event is handled, the
  /// person who sent it, also on a page that all browsers share. Nil if the person is unknown, and while the site
  /// checks its pages at the start.
  ///
  /// ```swift
  /// on(CommentForm.send) { page, text in
  ///   guard let member = page.identity(Member.self) else { return }
  ///   page.board.add(Comment(by: member.name, text))
  /// }
  /// ```
  public final func identity<Identity>(_ type: Identity.Type) -> Identity? { tree?.visitor?.identity(type) }
}

extension Tree {
  /// The sender of the event that is being handled; otherwise the owner of the page. Nil for a page that all share.
  var visitor: (any Visitor)? {
    get { visitors.current }
    set { visitors.current = newValue }
  }

  private var visitors: CurrentVisitor { feature(CurrentVisitor.self) }

  /// Runs work of an event. Meanwhile its sender is the visitor, unless nobody is known.
  func acting<Result, Failure>(
    for visitor: (any Visitor)?, _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let visitor else { return try work() }
    let owner = self.visitor
    self.visitor = visitor
    defer { self.visitor = owner }
    return try work()
  }
}

private final class CurrentVisitor: TreeFeature {
  var current: (any Visitor)?
}
