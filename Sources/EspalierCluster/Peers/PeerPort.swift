import EspalierHTTP
import EspalierLocks
import EspalierServer

/// The port for other nodes. Only who knows the secret of the cluster gets an answer of the site.
struct PeerPort: FileTaking {
  /// Weak, because the site has its node, and the node this port.
  weak let site: (any ClusterSite)?
  let secret: Lock<String?>
  /// Called with what another node tells this one.
  let onWord: @Sendable (PeerWord) -> Void
  /// How much longer a form may be than its client sent it, because the other node writes it again.
  static let formSlack = 16 << 10

  func respond(to request: Request, _ answer: Answer) {
    do throws(HTTPError) {
      let admitted = try admitted(request)
      if let word = admitted.word {
        onWord(try PeerWord(word, request.body))
        answer(Response(.noContent).marked)
        return
      }
      let passed = admitted.request(from: request)
      guard let site else { throw .closed }
      site.respond(toNode: passed, answer.via { response, answer in answer(response.marked) })
    } catch {
      answer(.problem(error, for: request).with(.answer, AnswerMark.refused.rawValue))
    }
  }

  func fileLimit(of head: Request) throws(HTTPError) -> Int? {
    try site?.fileLimit(of: admitted(head).request(from: head)).map { $0 + Self.formSlack }
  }

  private func admitted(_ request: Request) throws(HTTPError) -> PassedRequest {
    guard let secret = secret.withLock({ $0 }), let shown = request.headers[.secret], secret.isSame(as: shown),
      let text = request.headers[.sender]
    else { throw HTTPError(.forbidden, "This port is for the nodes of a site.") }
    return try PassedRequest(reading: text)
  }
}

extension String {
  /// Compares in a time that does not depend on where the texts differ.
  fileprivate func isSame(as other: String) -> Bool {
    var difference = UInt8(utf8.count == other.utf8.count ? 0 : 1)
    for (one, two) in zip(utf8, other.utf8) { difference |= one ^ two }
    return difference == 0
  }
}

extension Response {
  /// The response for a node.
  fileprivate var marked: Response {
    with(.answer, (hasMoved ? AnswerMark.moved : .given).rawValue)
  }
}

extension HTTPError {
  /// The site behind the port is gone.
  fileprivate static let closed = HTTPError(.unavailable, "This server ends.")
}
