import Espalier
import EspalierHTTP

/// Several events that a client sends in one request, such as quick presses of one row. The server handles them one
/// after another, and answers them together.
///
/// The body is a JSON array with the query and the form of each event:
/// `[{"query": "node=a&event=add&id=…", "body": "data=3"}, …]`. The answer is a JSON array, too:
/// `[{"status": 200, "headers": {"ETag": …}, "body": …}, …]`. It is shorter if an event has to be sent again or has
/// changed the session, or if the answers take too long or too many bytes: the events after the last answer were not handled.
struct EventBatch: Sendable {
  /// At most this many events come together.
  static let most = 32

  /// The requests that would bring the events alone.
  let requests: [Request]

  /// Whether a request brings several events.
  static func isBrought(by request: Request) throws(HTTPError) -> Bool {
    // First what costs less: most requests bring one event.
    guard request.body.first(where: { $0 > 0x20 }) == bracket else { return false }
    return try request.textType()?.isSame(as: .json) == true
  }

  /// The events that a request brings.
  init(_ request: Request, depth: Int) throws(HTTPError) {
    let body: JSON
    do { body = try JSON(parsing: request.body, depth: depth) } catch { throw HTTPError(error) }
    guard case .array(let events) = body, (1...Self.most).contains(events.count) else {
      throw HTTPError(
        .badJSON, "The body must be a JSON object with node, event and data, or an array of 1 to \(Self.most) events.",
        field: "body")
    }
    let reply = PageReply(request)
    let type = PageReply.offers.first { $0.reply == reply }?.type ?? .json
    var requests: [Request] = []
    for (index, event) in events.enumerated() {
      guard case .string(let query)? = event["query"], case .string(let form)? = event["body"] else {
        throw HTTPError(.unprocessable, "Each event has the texts \"query\" and \"body\".", field: "[\(index)]")
      }
      let single = try request.with(query: query, form: form, accept: type)
      // What came alone may be repeated by its id, and so may each of these.
      guard single.query[WireName.id] != nil, single.query[WireName.node] != nil else {
        let detail = "Each of several events must have a node and an id in its query."
        throw HTTPError(.unprocessable, detail, field: "[\(index)].query")
      }
      requests.append(single)
    }
    guard reply != nil, reply != .redirect, reply != .turbo else {
      throw HTTPError(.notAcceptable, "Several events are answered as application/json.", field: "Accept")
    }
    self.requests = requests
  }

  private static let bracket = UInt8(ascii: "[")

  /// No event begins after this time, or after this many bytes of answers: the client sends the rest again.
  static let (longest, mostBytes) = (Duration.seconds(3), 256 << 10)

  /// Whether the events after this answer wait until their client sends them again. After a 429 with `wait` it does not
  /// send the refused one again, so the others go on.
  static func mustStop(after response: Response) -> Bool {
    if response.hasMoved || [502, 503, 504].contains(response.status.code) { return true }
    guard response.status == .tooManyRequests, case .bytes(let body) = response.body else { return false }
    return (try? JSON(parsing: body))?["wait"] == nil
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
      let body = bytesOf(response)
      if !body.isEmpty { bytes += Array(",\"body\":".utf8) + body }
      bytes.append(UInt8(ascii: "}"))
    }
    all.body = .bytes(bytes + [UInt8(ascii: "]")])
    return all
  }

  /// The body of an answer. The requests ask for JSON alone.
  static func bytesOf(_ response: Response) -> [UInt8] {
    switch response.body {
    case .bytes(let bytes): bytes
    case .shared(let bytes): bytes.joined
    default: []
    }
  }
}
