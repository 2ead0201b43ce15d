import EspalierHTTP

extension FaultLab {
  /// An answer by way of a browser's faults. `again` takes the request a second time, if that may be done.
  func disturb(
    _ answer: Answer, for browser: String?, limit: Int, again: (@Sendable (Answer) -> Void)?
  ) -> Answer {
    answer.via { response, answer in
      if case .stream(let stream) = response.body {
        answer(response.with(body: .stream(FaultyStream(stream, limit: limit, for: browser, in: self).arrival)))
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

extension Router {
  /// The answer that an event or a request for patches gets: the one given, but in development by way of faults.
  func disturbed(_ answer: Answer, to request: Request) -> Answer {
    guard let lab = site.faults else { return answer }
    return lab.disturb(
      answer, for: request.browser, limit: site.limits.streamPending, again: repetition(of: request))
  }

  /// Takes an event once more, as when a proxy repeats it. Only one with an id: without, it would count twice.
  private func repetition(of request: Request) -> (@Sendable (Answer) -> Void)? {
    guard let page = site.page(ofEvents: request.path),
      (try? EventRequest(request, limits: site.limits))?.id != nil
    else { return nil }
    return { answer in
      do throws(HTTPError) {
        try receive(page, request, answer)
      } catch {
        answer(.problem(error, for: request))
      }
    }
  }
}

extension EventStream {
  /// A body that breaks off.
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
