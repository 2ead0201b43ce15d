import EspalierHTTP
import EspalierLocks
package import EspalierServer

/// Nodes reach each other over HTTP/1.1, each at a port of its own that nobody else should reach.
package final class HTTPPeers: Peers {
  private let log: Log
  private let secret = Lock<String?>(nil)
  private let server = Lock<HTTPServer?>(nil)
  private let transfers = TransferThread()

  package init(log: Log) { self.log = log }

  deinit { transfers.stop() }

  package func listen(at address: String, for site: any ClusterSite) throws(ServerError) {
    guard let place = Authority(address), let port = place.port else {
      throw ServerError(.badHost, "\"\(address)\" is not an address with a port, such as 10.0.0.1:7000.")
    }
    var limits = site.httpLimits
    // A node has as many connections as its clients need. A request that it took is a little longer here.
    limits.connectionsPerAddress = 0
    limits.headers += 4
    limits.headerMemory += 4 << 10
    limits.upload += PeerPort.formSlack
    let server = HTTPServer(
      configuration: HTTPConfiguration(
        host: place.host.unbracketed, port: port, limits: limits, log: log.from(.warning)),
      responder: PeerPort(site: site, secret: secret))
    _ = try server.start()
    self.server.withLock { $0 = server }
  }

  package func use(_ secret: String) { self.secret.withLock { $0 = secret } }

  package func pass(
    _ request: Request, to address: String, for answer: Answer, _ reply: @escaping @Sendable (Passed) -> Void
  ) {
    guard let secret = secret.withLock({ $0 }) else { return reply(.unhandled) }
    let transfer = Transfer(request, to: address, secret: secret, reply)
    transfers.start(transfer)
    if request.method == .get { answer.onHangUp { [transfers] in transfers.end(transfer) } }
  }

  package func abandon(_ address: String) { transfers.abandon(address) }

  package func close(_ address: String) {
    // Not on this thread, which may be one of the server's own.
    guard let server = server.withLock({ $0.take() }) else { return }
    Thread { server.stop() }?.detach()
  }
}

extension String {
  /// The host of an authority without the brackets of an IPv6 address.
  fileprivate var unbracketed: String { hasPrefix("[") ? String(dropFirst().dropLast()) : self }
}
