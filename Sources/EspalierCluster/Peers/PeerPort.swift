import Espalier
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
  /// The connections on which streams go to other nodes, by their names.
  private let connections = Lock<[String: OutgoingChannels]>([:])
  /// How much longer a form may be than its client sent it, because the other node writes it again.
  static let formSlack = 16 << 10

  init(site: (any ClusterSite)?, secret: Lock<String?>, onWord: @escaping @Sendable (PeerWord) -> Void) {
    (self.site, self.secret, self.onWord) = (site, secret, onWord)
  }

  func respond(to request: Request, _ answer: Answer) {
    do throws(HTTPError) {
      let admitted = try admitted(request)
      let channel = admitted.channel
      if let word = admitted.word {
        answer(try hear(word, on: channel, request.body).marked(.given))
        return
      }
      guard let site else { throw .closed }
      let passed = answer.via { response, answer in
        let onChannel = channel.flatMap { carried(response, on: $0) }
        answer(onChannel ?? response.marked(response.hasMoved ? .moved : .given))
      }
      site.respond(toNode: admitted.request(from: request), passed)
    } catch {
      answer(.problem(error, for: request).marked(.refused))
    }
  }

  /// Takes what another node tells.
  private func hear(_ word: String, on channel: PassedRequest.Channel?, _ body: [UInt8]) throws(HTTPError) -> Response {
    switch (PassedRequest.ChannelWord(rawValue: word), channel) {
    case (.open, let channel?): return try open(channel.connection)
    case (.leave, let channel?):
      guard let left = try? JSON(parsing: body).decode([UInt32].self) else {
        throw HTTPError(.badJSON, "The body is not a list of channels.", field: "body")
      }
      connections.withLock { $0[channel.connection] }?.leave(left)
    default: onWord(try PeerWord(word, body))
    }
    return Response(.noContent)
  }

  /// The answer that is the connection for the channels of another node.
  private func open(_ name: String) throws(HTTPError) -> Response {
    guard let site else { throw .closed }
    let channels = OutgoingChannels { [weak site] in site?.run($0) }
    connections.withLock { $0.updateValue(channels, forKey: name) }?.connection.close()
    channels.connection.onClose { [connections, weak channels] _ in
      connections.withLock { if $0[name] === channels { $0[name] = nil } }
    }
    return Response(.ok, headers: [.contentType: "application/octet-stream"], body: .stream(channels.connection))
  }

  /// The head of a response whose stream goes on a channel; nil if it has no stream, or one for a single viewer.
  private func carried(_ response: Response, on channel: PassedRequest.Channel) -> Response? {
    guard case .stream(let stream) = response.body, response.sharing != nil,
      let channels = connections.withLock({ $0[channel.connection] })
    else { return nil }
    channels.carry(stream, as: channel.number)
    return Response(response.status, headers: response.headers, body: .empty).marked(.onChannel)
  }

  /// Ends the connections. What has been sent on them arrives.
  func close() {
    for channels in connections.withLock({ Array($0.values) }) { channels.connection.close() }
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
  fileprivate func marked(_ mark: AnswerMark) -> Response { with(.answer, mark.rawValue) }
}

extension HTTPError {
  /// The site behind the port is gone.
  fileprivate static let closed = HTTPError(.unavailable, "This server ends.")
}
