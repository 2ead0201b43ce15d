import Espalier

@testable import EspalierLocks
@testable import EspalierHTTP
@testable import EspalierServer

/// The law of requests, from head and body to a page's answer: each request gets one complete answer that is not a
/// server error.
///
/// An input is a request as on the wire. The body is all that follows the head, whatever length the head gives.
enum RequestLaw {
  static func check(_ input: [UInt8]) throws(BrokenLaw) {
    let parts = input.parts(separatedBy: "\r\n\r\n", atMost: 2)
    guard let head = RequestHead(lines: parts[0]), let checked = try? head.check() else { return }
    let body = parts.count > 1 ? parts[1] : []
    let request = Request(
      checked.method, checked.target, headers: checked.headers, body: body, remoteAddress: "127.0.0.1", id: "-")
    let given = Lock<[Response]>([])
    FuzzPage.site.responder.respond(to: request, Answer { response in given.withLock { $0.append(response) } })
    // Another thread answers if it still had work of the page.
    FuzzPage.site.settle()
    let responses = given.withLock { $0 }
    try require(responses.count == 1, "\(responses.count) answers")
    for response in responses { try checkAnswer(response) }
  }
}

private func checkAnswer(_ response: Response) throws(BrokenLaw) {
  try require(response.status.code != 500, "the server reports its own error: \(response)")
  try require(response.headers.firstUnsafeField == nil, "a header that cannot be sent: \(response.headers)")
  switch response.body {
  case .stream(let stream): stream.finish(.gone)
  case .empty: break
  case .bytes, .shared, .file:
    let bytes = response.body.collected
    let type = response.headers[.contentType].flatMap { MediaType($0) }
    try require(type != nil, "a body without a content type")
    if type?.subtype.hasSuffix("json") == true {
      try require((try? JSON(parsing: bytes, depth: 64)) != nil, "no JSON: \(String(decoding: bytes, as: UTF8.self))")
    }
    if type?.type == "text", type?.subtype != "plain" {
      let text = String(decoding: bytes, as: UTF8.self)
      try require(!text.utf8.contains(mark: "<q9"), "a client's text has become markup: \(text)")
    }
  }
}

extension String.UTF8View {
  fileprivate func contains(mark: String) -> Bool {
    indices.contains { self[$0...].starts(with: mark.utf8) }
  }
}

extension RequestHead {
  /// Splits a head as libmicrohttpd does; nil if libmicrohttpd would refuse it.
  fileprivate init?(lines bytes: [UInt8]) {
    let lines = bytes.parts(separatedBy: "\r\n", atMost: 100)
    let words = lines[0].split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard words.count == 3, !words[0].isEmpty, !words[1].isEmpty else { return nil }
    var fields = RawFields()
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
      fields.append(line[..<colon], line[(colon + 1)...].drop { $0 == 0x20 })
    }
    self.init(
      method: Method(rawValue: String(decoding: words[0], as: UTF8.self)), target: Array(words[1]),
      version: words[2].last == UInt8(ascii: "0") ? .http10 : .http11, fields: fields, hasCleanLines: true)
  }
}
