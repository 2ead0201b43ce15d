public import EspalierHTTP
public import Espalier

extension Site {
  /// Keeps a value for each browser. Its pages, its handlers and its routes have it as `session(_:)`. With a store, the
  /// value survives a restart of the server: it is saved under `name` before an event that changed it is acknowledged.
  ///
  /// ```swift
  /// site.provideSession(Login(), as: "login")
  /// ```
  ///
  /// When the type of the value changes, see `Provided` for `version`, `migrations` and `onUnreadable`.
  ///
  /// A browser has its session as long as its cookie and what the store keeps: 30 days since its last visit, or as many as
  /// the store names. Without a store, a session ends with the browser's pages; a renewed one ends with the server.
  @discardableResult
  public func provideSession<Value: Codable & Equatable & Sendable>(
    _ start: Value, as name: String, version: Int = 1, migrations: [Migration<Value>] = [],
    onUnreadable rule: UnreadableRule = .stop
  ) -> Self {
    core.services.provideSession(start) { session, isShared in
      session.record(as: name, version: version, migrations: migrations, onUnreadable: rule, isShared: isShared)
    }
    core.identification.declare { $0.keepsSessions = true }
    return self
  }

  /// Provides an object to the pages of each browser that knows the browser's session. See `provideToEachBrowser`.
  @discardableResult
  public func provideToEachBrowser<Service: Sendable, Value: Codable & Equatable & Sendable>(
    _ type: Service.Type = Service.self, with session: Value.Type,
    persisting: (@Sendable (inout Provided<Service>) -> Void)? = nil,
    _ make: @escaping @Sendable (Signal<Value>) -> Service
  ) -> Self {
    let services = core.services
    core.services.provideToBrowsers(type, persisting: persisting) { browser in
      guard let session = browser.make(SessionValue<Value>.self, services) else {
        preconditionFailure("\(type) needs a session of \(Value.self): call provideSession first")
      }
      return make(session.signal)
    }
    return self
  }

  /// Says which person sends a request, by what the request carries: the header of a proxy, the cookie of another system,
  /// or a password (`request.basicCredentials`). Pages and handlers get the person as `identity(_:)`.
  ///
  /// ```swift
  /// site.identify(challenge: "Basic realm=\"Staff\"") { request in
  ///   request.basicCredentials.flatMap { staff.member($0.name, password: $0.password) }
  /// }
  /// ```
  ///
  /// It is called for each request, so it should take microseconds. Each person has pages and sessions of their own, also
  /// at the same browser: `id` tells people apart. `challenge` is the `WWW-Authenticate` of an answer 401 (RFC 9110,
  /// 11.6.1). A header that says who somebody is can be forged by every client that reaches the server without the
  /// proxy.
  @discardableResult
  public func identify<Identity: Identifiable & Sendable>(
    challenge: String? = nil, _ identity: @escaping @Sendable (Request) -> Identity?
  ) -> Self {
    core.identification.declare { rules in
      rules.byRequest = { request in identity(request).map { Identification.Person(identity: $0, key: "\($0.id)") } }
      if let challenge { rules.challenge = challenge }
    }
    return self
  }

  /// Says which person uses a browser, by the browser's session. Pages and handlers get the person as `identity(_:)`.
  ///
  /// ```swift
  /// site.provideSession(Login(), as: "login")
  /// site.identify(by: Login.self) { login in team.member(login.name) }
  /// ```
  @discardableResult
  public func identify<Value: Codable & Equatable & Sendable, Identity: Sendable>(
    by session: Value.Type, _ identity: @escaping @Sendable (Value) -> Identity?
  ) -> Self {
    core.identification.declare { rules in
      rules.bySession = { visitor in visitor.session(Value.self).flatMap { identity($0.value) } }
    }
    return self
  }

  /// Names the page on which people sign in. A visitor who is unknown and asks for a page that requires an identity is
  /// led there. `page` gets the URL to lead back to; after the sign-in, a handler can `navigate(to:)` it.
  ///
  /// ```swift
  /// site.signIn { SignInURL(back: $0) }
  /// ```
  @discardableResult
  public func signIn(at page: @escaping @Sendable (_ back: String) -> some SiteURL) -> Self {
    core.identification.declare { $0.signIn = { page($0).url } }
    return self
  }
}

extension Request {
  /// The session of the browser that sent this request, for a route. Nil if the browser sent no cookie, or if the site
  /// declares no session with such a value.
  public func session<Value: Codable & Equatable & Sendable>(_ type: Value.Type) -> Session<Value>? {
    visitor?.session(type)
  }

  /// The person who sent this request, for a route; nil if the person is unknown.
  public func identity<Identity>(_ type: Identity.Type) -> Identity? { visitor?.identity(type) }
}
