import Espalier
import EspalierHTTP
import EspalierLocks
package import EspalierServer

/// Nodes reach each other over HTTP/1.1, each at a port of its own that nobody else should reach.
package final class HTTPPeers: Peers {
  private let log: Log
  private let secret = Lock<String?>(nil)
  private let listening = Lock<Listening?>(nil)
  private let transfers = TransferThread()
  let connections = IncomingConnections()
  /// The last refusal of another node's port that the log has.
  private let refusal = Lock("")
  /// The words that wait until the one before has arrived, for each node that is being told one.
  private let words = Lock<[String: [PeerWord]]>([:])
  /// How many words may wait for one node. More get lost.
  private static let mostWords = 1_000

  /// The port for other nodes.
  private struct Listening {
    let server: HTTPServer
    let port: PeerPort
  }

  package init(log: Log) { self.log = log }

  deinit { transfers.stop() }

  package func listen(
    at address: String, for site: any ClusterSite, onWord: @escaping @Sendable (PeerWord) -> Void
  ) throws(ServerError) {
    guard let place = Authority(address), let port = place.port else {
      throw ServerError(.badHost, "\"\(address)\" is not an address with a port, such as 10.0.0.1:7000.")
    }
    var limits = site.httpLimits
    // A node has as many connections as its clients need. A request that it took is a little longer here.
    limits.connectionsPerAddress = 0
    limits.headers += 4
    limits.headerMemory += 4 << 10
    limits.upload += PeerPort.formSlack
    let responder = PeerPort(site: site, secret: secret, onWord: onWord)
    let server = HTTPServer(
      configuration: HTTPConfiguration(
        host: place.host.unbracketed, port: port, limits: limits, log: log.from(.warning)), responder: responder)
    _ = try server.start()
    listening.withLock { $0 = Listening(server: server, port: responder) }
  }

  package func use(_ secret: String) { self.secret.withLock { $0 = secret } }

  package func pass(
    _ request: Request, to address: String, for answer: Answer, _ reply: @escaping @Sendable (Passed) -> Void
  ) {
    guard let secret = secret.withLock({ $0 }) else { return reply(.unhandled) }
    // A relay ends its own streams, which others may share.
    if request.way.isRelayed { return follow(request, at: address, secret, reply) }
    let transfer = Transfer(request, to: address, secret: secret, reply)
    start(transfer)
    if request.method == .get { answer.onHangUp { [transfers] in transfers.end(transfer) } }
  }

  /// Runs work on a thread of the site.
  func run(_ work: @escaping @Sendable () -> Void) { listening.withLock { $0?.port.site }?.run(work) }

  func start(_ transfer: Transfer) {
    let address = transfer.address
    transfer.onRefusal = { [weak self] text in self?.note(refusal: text, by: address) }
    transfers.start(transfer)
  }

  package func tell(_ word: PeerWord, to address: String) {
    let isFirst = words.withLock { words in
      guard let waiting = words[address] else {
        words[address] = []
        return true
      }
      if word.mayBeMerged, waiting.contains(word) { return false }
      if waiting.count < Self.mostWords { words[address] = waiting + [word] }
      return false
    }
    if isFirst { send(word, to: address) }
  }

  /// Sends a word, and then the next one for the same node.
  private func send(_ word: PeerWord, to address: String) {
    let (kind, body) = word.text
    guard let secret = secret.withLock({ $0 }), let request = Self.request(telling: kind, body) else {
      words.withLock { $0[address] = nil }
      return
    }
    transfers.start(
      Transfer(request, to: address, secret: secret) { [weak self] _ in
        if let next = self?.nextWord(for: address) { self?.send(next, to: address) }
      })
  }

  /// A request that only tells a node something.
  static func request(telling word: String, _ body: [UInt8]) -> Request? {
    var way = Request.Way()
    way.word = word
    return try? Request(.post, "/", headers: [.contentType: MediaType.json.description], body: body).going(way)
  }

  private func nextWord(for address: String) -> PeerWord? {
    words.withLock { words in
      guard let waiting = words[address], let next = waiting.first else {
        words[address] = nil
        return nil
      }
      words[address] = Array(waiting.dropFirst())
      return next
    }
  }

  /// Each request may be refused, for the same reason.
  private func note(refusal text: String, by address: String) {
    let detail = (try? JSON(parsing: Array(text.utf8)))?["detail"]?.text ?? text
    let isNews = refusal.withLock { last in
      defer { last = detail }
      return last != detail
    }
    guard isNews else { return }
    log.write(.error, "cluster") {
      $0.add("address", address)
      $0.add("detail", "Another node refuses the requests of this one: \(detail)")
    }
  }

  package func abandon(_ address: String) { transfers.abandon(address) }

  package func close(_ address: String, _ reply: @escaping @Sendable () -> Void) {
    guard let listening = listening.withLock({ $0.take() }) else { return reply() }
    listening.port.close()
    let stop = { @Sendable in
      listening.server.stop()
      reply()
    }
    // Not on this thread, which may be one of the server's own.
    if let thread = Thread(stop) { thread.detach() } else { reply() }
  }
}

extension String {
  /// The host of an authority without the brackets of an IPv6 address.
  fileprivate var unbracketed: String { hasPrefix("[") ? String(dropFirst().dropLast()) : self }
}
