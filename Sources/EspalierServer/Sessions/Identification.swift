import Espalier
import EspalierHTTP
import EspalierLocks

/// How a site finds out who sent a request, and what it keeps for a browser. Any thread may use it.
final class Identification: Sendable {
  /// A person, and a text that is the same for the same person.
  struct Person: Sendable {
    let identity: any Sendable
    let key: String
  }

  /// What the site has declared.
  struct Rules: Sendable {
    /// Whether the site keeps sessions.
    var keepsSessions = false
    /// The person whom a request names; nil if the site does not look at requests.
    var byRequest: (@Sendable (Request) -> Person?)?
    /// The person whom a session names; nil if the site does not look at sessions.
    var bySession: (@Sendable (any Visitor) -> (any Sendable)?)?
    /// The value of `WWW-Authenticate` (RFC 9110, 11.6.1), which each answer 401 needs.
    var challenge = "Session"
    /// The URL of the sign-in page, from the URL to which it leads back; nil if there is none.
    var signIn: (@Sendable (_ back: String) -> String)?
    /// Whether a sender must be known.
    var isUsed: Bool { keepsSessions || byRequest != nil || bySession != nil }
  }

  let services: SiteServices
  let log: Log
  private let state = Lock(Rules())

  init(_ services: SiteServices, log: Log) { (self.services, self.log) = (services, log) }

  var rules: Rules { state.withLock { $0 } }

  func declare(_ change: (inout Rules) -> Void) { state.withLock { change(&$0) } }
}
