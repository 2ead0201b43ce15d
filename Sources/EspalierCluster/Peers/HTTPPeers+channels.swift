import Espalier
import EspalierHTTP
import EspalierServer

extension HTTPPeers {
  /// Passes on a request for a stream. The streams of one node travel on one connection.
  func follow(
    _ request: Request, at address: String, _ secret: String, _ reply: @escaping @Sendable (Passed) -> Void
  ) {
    connections.connect(to: address, open: { open($0, to: address, secret, $1) }) { [self] connection in
      guard let connection else { return reply(.unhandled) }
      let (number, stream) = connection.channels.open()
      let channel = PassedRequest.Channel(connection: connection.name, number: number)
      start(
        Transfer(request, to: address, secret: secret, on: channel, as: stream) { passed in
          // Perhaps the stream comes all the same.
          if case .answer(let response) = passed, response.isOn(stream) {} else { stream.finish(.gone) }
          reply(passed)
        })
    }
  }

  /// Opens the connection for the streams of a node.
  private func open(
    _ name: String, to address: String, _ secret: String, _ reply: @escaping @Sendable (IncomingChannels?) -> Void
  ) {
    let channel = PassedRequest.Channel(connection: name, number: 0)
    tell(.open, [], on: channel, to: address, secret) { [weak self] passed in
      guard let self, case .answer(let response) = passed, case .stream(let stream) = response.body else {
        return reply(nil)
      }
      let tell: IncomingChannels.Tell = { [weak self] left, reply in
        self?.tell(.leave, left, on: channel, to: address, secret) { passed in
          if case .answer(let response) = passed { reply(response.status == .noContent) } else { reply(false) }
        }
      }
      reply(IncomingChannels(stream, run: { [weak self] in self?.run($0) }, tell: tell))
    }
  }

  /// Tells a node something about its channels.
  private func tell(
    _ word: PassedRequest.ChannelWord, _ channels: [UInt32], on connection: PassedRequest.Channel, to address: String,
    _ secret: String, _ reply: @escaping @Sendable (Passed) -> Void
  ) {
    let body = JSON.array(channels.map { .int(Int64($0)) }).line
    guard let request = Self.request(telling: word.rawValue, Array(body)) else { return reply(.unhandled) }
    start(Transfer(request, to: address, secret: secret, on: connection, reply))
  }
}

extension Response {
  /// Whether its body is this stream.
  fileprivate func isOn(_ stream: EventStream) -> Bool {
    if case .stream(let own) = body { own === stream } else { false }
  }
}
