import Espalier
import EspalierHTTP

/// Several events that a client sends in one request, such as quick presses of one row. The server handles each as if it had
/// come alone, one after another, and answers them together.
///
/// The body is a JSON array with the query and the form of each event:
/// `[{"query": "node=a&event=add&id=…", "body": "data=3"}, …]`. The answer is a JSON array, too:
/// `[{"status": 200, "headers": {"ETag": …}, "body": …}, …]`. It is shorter if an event has to be sent again: those after it
/// were not handled then.
struct EventBatch: Sendable {
  /// At most this many events come together.
  static let most = 32

  /// The requests that would bring the events alone.
  let requests: [Request]

  /// Nil if the request brings one event.
  init?(_ request: Request, depth: Int) throws(HTTPError) {
    guard try request.textType()?.isSame(as: .json) == true, request.body.first(where: { $0 > 0x20 }) == Self.bracket
    else { return nil }
    let body: JSON
    do { body = try JSON(parsing: request.body, depth: depth) } catch { throw HTTPError(error) }
    guard case .array(let events) = body, (1...Self.most).contains(events.count) else {
      throw HTTPError(.unprocessable, "The array must have 1 to \(Self.most) events.", field: "body")
    }
    guard let reply = PageReply(request), reply != .redirect, reply != .turbo else {
      throw HTTPError(.notAcceptable, "Several events are answered as application/json.", field: "Accept")
    }
    var requests: [Request] = []
    for (index, event) in events.enumerated() {
      guard case .string(let query)? = event["query"], case .string(let form)? = event["body"] else {
        throw HTTPError(.unprocessable, "Each event has the texts \"query\" and \"body\".", field: "[\(index)]")
      }
      let single = try request.with(query: query, form: form)
      // What came alone may be repeated by its id, and so may each of these.
      guard single.query[WireName.id] != nil else {
        throw HTTPError(.unprocessable, "Each of several events must have an id.", field: "[\(index)].query")
      }
      requests.append(single)
    }
    self.requests = requests
  }

  private static let bracket = UInt8(ascii: "[")

  /// Whether the events after this answer wait until their client sends them again.
  static func mustStop(after response: Response) -> Bool {
    response.hasMoved || [429, 502, 503, 504].contains(response.status.code)
  }

  /// The answers as one.
  static func answer(of responses: [Response]) -> Response {
    var all = Response(.ok, headers: [.contentType: MediaType.json.description, .cacheControl: "no-store"])
    var bytes: [UInt8] = []
    for response in responses {
      for cookie in response.headers.values(of: .setCookie) { all.headers.append(.setCookie, cookie) }
      bytes += bytes.isEmpty ? [bracket] : [UInt8(ascii: ",")]
      bytes += Array("{\"status\":\(response.status.code),\"headers\":".utf8)
      let names: [HeaderName] = [.contentType, .etag, .retryAfter]
      bytes +=
        JSON.object(
          JSONObject(names.compactMap { name in response.headers[name].map { (name.rawValue, .string($0)) } })
        ).bytes
      // All answers to such a request are JSON.
      let body: [UInt8] =
        switch response.body {
        case .bytes(let bytes): bytes
        case .shared(let bytes): bytes.joined
        default: []
        }
      if !body.isEmpty { bytes += Array(",\"body\":".utf8) + body }
      bytes.append(UInt8(ascii: "}"))
    }
    all.body = .bytes(bytes + [UInt8(ascii: "]")])
    return all
  }
}
