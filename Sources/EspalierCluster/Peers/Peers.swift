package import Espalier
package import EspalierHTTP
package import EspalierServer

/// How nodes reach each other.
package protocol Peers: Sendable {
  /// Listens for the requests of other nodes, and for what they tell.
  func listen(
    at address: String, for site: any ClusterSite, onWord: @escaping @Sendable (PeerWord) -> Void
  ) throws(ServerError)

  /// Tells the node at an address something. Words arrive in order. Each may get lost.
  func tell(_ word: PeerWord, to address: String)

  /// Takes the secret by which nodes know each other. Before, nobody is let in.
  func use(_ secret: String)

  /// Passes a request on to the node at an address. What is only read is given up if the client of `answer` hangs up.
  func pass(
    _ request: Request, to address: String, for answer: Answer, _ reply: @escaping @Sendable (Passed) -> Void)

  /// Gives up what was passed to the node at an address: another node has taken over.
  func abandon(_ address: String)

  /// Gives the answers that are under way, and listens no more.
  func close(_ address: String, _ reply: @escaping @Sendable () -> Void)
}

/// What one node tells another without a question.
package enum PeerWord: Sendable, Hashable {
  /// There is news in the database.
  case news
  /// A signal of the site has a new value.
  case signal(String, JSON)
  /// The tables of a database have changed.
  case written(String)

  /// Whether one word is enough if several equal ones wait.
  var mayBeMerged: Bool { if case .signal = self { false } else { true } }

  /// The word as it travels: its kind, and the body of the request.
  var text: (kind: String, body: [UInt8]) {
    switch self {
    case .news: ("news", [])
    case .signal(let name, let value):
      ("signal", JSON.object(JSONObject([("name", .string(name)), ("value", value)])).line)
    case .written(let database): ("written", JSON.string(database).line)
    }
  }

  init(_ kind: String, _ body: [UInt8]) throws(HTTPError) {
    switch kind {
    case "news": self = .news
    case "signal":
      guard let json = try? JSON(stored: String(decoding: body, as: UTF8.self)), let name = json["name"]?.text,
        let value = json["value"]
      else { throw HTTPError(.badJSON, "The body is not the value of a signal.", field: "body") }
      self = .signal(name, value)
    case "written":
      guard let json = try? JSON(stored: String(decoding: body, as: UTF8.self)), let name = json.text else {
        throw HTTPError(.badJSON, "The body is not the name of a database.", field: "body")
      }
      self = .written(name)
    default: throw HTTPError(.badHeader, "The word \"\(kind)\" is unknown.", field: HeaderName.sender.rawValue)
    }
  }
}
