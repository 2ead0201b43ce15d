import EspalierHTTP
import Espalier

/// A request for the changes of a page.
struct PatchesRequest: Sendable {
  /// Whether the client wants one document instead of a stream.
  let isDocument: Bool
  let dialect: Dialect
  let since: Since
  /// How long the server may wait for a change before it sends a document.
  let wait: Duration
  /// Whether a browser reports that its page differed from the server's and that it has repaired the page.
  let isRepair: Bool

  init(_ request: Request, limits: PageLimits) throws(HTTPError) {
    guard let type = request.accept.best(of: [.eventStream, .json]) else {
      throw HTTPError(
        .notAcceptable, "Patches are available as text/event-stream or application/json.", field: "Accept")
    }
    switch request.query["format"] {
    case "json": isDocument = true
    case nil: isDocument = type.isSame(as: .json)
    default: throw HTTPError(.unprocessable, "The format of patches must be json.", field: "format")
    }
    dialect = try Self.dialect(of: request) ?? (isDocument ? .jsonPatch : .dom)
    since = try Since(request)
    wait = try Self.wait(of: request, limits)
    isRepair = request.query[WireName.repair] != nil
  }

  private static func dialect(of request: Request) throws(HTTPError) -> Dialect? {
    guard let name = request.query[WireName.dialect] else { return nil }
    guard let dialect = Dialect(rawValue: name) else {
      let known = Dialect.allCases.map(\.rawValue).joined(separator: ", ")
      throw HTTPError(.unprocessable, "The dialect must be one of: \(known).", field: WireName.dialect)
    }
    return dialect
  }

  /// Parses whole seconds; zero if the request names none.
  private static func wait(of request: Request, _ limits: PageLimits) throws(HTTPError) -> Duration {
    guard let text = request.query[WireName.wait] else { return .zero }
    let refusal = HTTPError(
      .unprocessable,
      "The field \"wait\" must be a whole number of seconds, at most \(limits.wait.components.seconds).",
      field: WireName.wait)
    guard let seconds = Int(text), seconds >= 0 else { throw refusal }
    guard .seconds(seconds) <= limits.wait else { throw refusal.crossing(.wait) }
    return request.method == .head ? .zero : .seconds(seconds)
  }
}
