package import EspalierHTTP
package import EspalierServer

extension FaultLab: AnswerFilter {
  /// Returns an answer that passes through a browser's faults. `again` handles the request a second time; nil if the
  /// request must not be repeated.
  package func filter(
    _ answer: Answer, for browser: String?, limits: PageLimits, again: (@Sendable (Answer) -> Void)?
  ) -> Answer {
    answer.via { response, answer in
      if case .stream(let stream) = response.body {
        answer(
          response.with(
            body: .stream(FaultyStream(stream, limit: limits.streamPending, for: browser, in: self).arrival)))
      } else if let line = self.line(for: browser) {
        let message = FaultLine.Message(size: response.size) { fate in
          switch fate {
          case .whole, .held: answer(response)
          case .twice: again.map { $0(answer) } ?? { answer(response) }()
          case .lost: answer(response.with(body: .stream(.broken(after: []))))
          case .cut(let count): answer(response.with(body: .stream(.broken(after: response.start(count)))))
          }
        }
        line.pass(message, on: .reply)
      } else {
        answer(response)
      }
    }
  }
}

extension EventStream {
  /// A body that sends some bytes and then breaks the connection.
  fileprivate static func broken(after bytes: [UInt8]) -> EventStream {
    let stream = EventStream()
    stream.send(bytes)
    stream.finish(.broken)
    return stream
  }
}

extension Response {
  fileprivate var size: Int { body.count }

  fileprivate func start(_ count: Int) -> [UInt8] { Array(body.collected.prefix(count)) }

  fileprivate func with(body: Body) -> Response {
    var copy = self
    copy.body = body
    return copy
  }
}
