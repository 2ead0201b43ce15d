/// The value that a site keeps for one browser, such as who has signed in. All pages of the browser have the same value,
/// and with a store it survives a restart of the server.
///
/// ```swift
/// site.provideSession(Login(), as: "login")               // each browser begins with this value
///
/// override func didLoad() {
///   if let login = session(Login.self) { listen(to: login) { $0.show($1.name) } }
///   on(NameForm.enter) { page, name in
///     page.session(Login.self)?.update { $0.name = name }  // saved before the event is acknowledged
///   }
/// }
/// ```
public struct Session<Value: Codable & Equatable & Sendable>: Sendable {
  /// Sends the value after each change. Its current value is the session's.
  var signal: Signal<Value> { kept.signal }
  private let kept: SessionValue<Value>
  private let keeper: any SessionKeeper

  /// A session, as one request or one page has it.
  package init(_ kept: SessionValue<Value>, keeper: any SessionKeeper) {
    (self.kept, self.keeper) = (kept, keeper)
  }

  /// The current value.
  public var value: Value { kept.signal.value ?? kept.start }

  /// Changes the value, and tells all pages of the browser that listen to it. The closure runs while the value is locked,
  /// so it must not use this session, nor an identity that comes from it.
  ///
  /// If several servers are one site, the closure runs several times, on any thread, with any value that the session has had
  /// or gets from another server meanwhile. So it must change nothing but this value, and accept any value.
  public func update(_ change: @escaping @Sendable (inout Value) -> Void) { kept.update(change) }

  /// Gives the browser a new cookie, so that the old one is worth nothing. Call it in the handler in which somebody
  /// signs in, before you change the value: then nobody who knew the cookie before is signed in too (OWASP, session fixation). The browser's pages,
  /// its services and this value stay; its streams connect again.
  ///
  /// Returns false, and has no effect, if the event is answered already, so that no cookie can be set any more.
  @discardableResult
  public func renew() -> Bool { keeper.renew() }

  /// Forgets the browser: this value, the browser's other services, its pages and what the store has of them. Its
  /// streams end, and the browser begins again with a new cookie. Call it in the handler in which somebody signs out.
  /// A viewer whom the handler leads nowhere else sees the same page as a new visitor.
  public func end() { keeper.end() }
}

extension TreeNode where Self: Node {
  /// Listens to the value of a session: the handler receives it now and after each change, as with a signal.
  ///
  /// ```swift
  /// if let login = session(Login.self) { listen(to: login) { $0.show($1.name) } }
  /// ```
  @discardableResult
  public func listen<Value>(
    to session: Session<Value>, _ handler: @escaping (Self, Value) -> Void
  ) -> any Cancellable {
    listen(to: session.signal, handler)
  }
}

/// The value of a session, and the value with which it began.
package final class SessionValue<Value: Codable & Equatable & Sendable>: SessionContent {
  /// The value.
  package let signal: Signal<Value>
  let start: Value
  private let pending = PendingChanges<Value>()

  /// A session that begins with a value.
  package init(_ start: Value) { (signal, self.start) = (Signal(start), start) }

  /// Changes the value.
  package func update(_ change: @escaping @Sendable (inout Value) -> Void) {
    signal.update { value in
      let before = value
      change(&value)
      if value != before { pending.add(change) }
    }
  }

  /// What a store keeps of it. If several servers may change it, it `isShared`.
  package func record(
    as name: String, version: Int = 1, migrations: [Migration<Value>] = [], onUnreadable rule: UnreadableRule = .stop,
    isShared: Bool
  ) -> SignalRecord {
    if isShared { pending.startRecording() }
    let versions = SavedVersions(current: version, migrations: migrations, rule: rule)
    return SignalRecord(name, signal, .whole(versions), pending: pending)
  }
}

/// A value that a site keeps for a browser, whatever its type.
package protocol SessionContent: Sendable {
  /// Calls a closure after each change, on the thread that changes the value.
  func onChange(_ call: @escaping @Sendable () -> Void)
}

extension SessionValue {
  /// Calls a closure after each change, on the thread that changes the value.
  package func onChange(_ call: @escaping @Sendable () -> Void) { signal.listen { _ in call() } }
}

/// Gives a browser another cookie.
package protocol SessionKeeper: Sendable {
  /// Makes the browser's old cookie invalid. Returns false if that is not possible any more.
  func renew() -> Bool
  /// Forgets the browser.
  func end()
}
