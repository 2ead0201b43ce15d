import Espalier
import EspalierHTTP

/// The problems that a kind of request can have.
enum RequestKind {
  /// A path of the server itself.
  case own
  /// Reading a page or its patches.
  case read
  /// Sending an event.
  case send
  /// A route that only reads, or another one.
  case route, changingRoute

  fileprivate var statuses: [Status] {
    let always: [Status] = [
      .permanentRedirect, .badRequest, .methodNotAllowed, .contentTooLarge, .uriTooLong, .misdirectedRequest,
      .requestHeaderFieldsTooLarge, .notImplemented, .serviceUnavailable,
    ]
    let page: [Status] = [
      .notFound, .notAcceptable, .unprocessableContent, .tooManyRequests, .internalServerError,
    ]
    return switch self {
    case .own: always
    case .read: always + page
    case .send:
      always + page
        + [.forbidden, .conflict, .gone, .lengthRequired, .preconditionFailed, .unsupportedMediaType]
    case .route: always + [.notFound, .unprocessableContent, .internalServerError]
    case .changingRoute:
      always + [.notFound, .unprocessableContent, .internalServerError, .forbidden, .tooManyRequests, .lengthRequired]
    }
  }
}

extension OpenAPI {
  /// The answers to requests that fail. If the site knows people, a page, an event or a route may be for some people
  /// only, and a session may have got another cookie.
  func problems(_ kind: RequestKind) -> [(String, JSON)] {
    let people: [Status] = [.seeOther, .temporaryRedirect, .unauthorized, .forbidden]
    let isForPeople = knowsPeople && kind != .own
    return Set(kind.statuses + (isForPeople ? people : [])).sorted { $0.code < $1.code }.map {
      ("\($0.code)", reference(.response, $0.componentName))
    }
  }

  var sharedResponses: [(String, JSON)] { Self.successes + Self.failures }

  private static let successes: [(String, JSON)] = [
    (
      "Page",
      [
        "description": "The page. The JSON document is the root of the tree.", "headers": pageHeaders,
        "content": pageContent,
      ]
    ),
    (
      "MissingPage",
      [
        "description": "There is nothing here, or not any more. Some pages show it themselves.",
        "content": .object(JSONObject(problemContent + [("application/json", ["schema": reference(.schema, "Node")])])),
      ]
    ),
    ("NotModified", ["description": "The client has the current version, by If-None-Match."]),
    (
      "Outcome",
      [
        "description": "The event has had its effect. Accept chooses the format.", "headers": pageHeaders,
        "content": [
          "application/json": ["schema": reference(.schema, "Receipt")],
          "application/json-patch+json": ["schema": reference(.schema, "JSONPatch")],
          "application/vnd.espalier.patch+json": ["schema": reference(.schema, "DOMPatch")],
          "text/vnd.turbo-stream.html": ["schema": ["type": "string"]],
        ],
      ]
    ),
    (
      "SeePage",
      [
        "description": "The event has had its effect. Location is the page at the row, or another page.",
        "headers": ["Location": reference(.header, "Location")],
      ]
    ),
    (
      "Patches",
      [
        "description": """
        The changes: as a stream whose events are patch, snapshot, beat and bye, or as one document. The id of an event \
        is the version.
        """,
        "content": [
          "text/event-stream": ["schema": ["type": "string"]],
          "application/json": ["schema": reference(.schema, "MissedPatches")],
        ],
      ]
    ),
    ("Own", ["description": "The answer of the site's own code."]),
  ]

  private static let pageContent: JSON = [
    "application/json": ["schema": reference(.schema, "Node")], "text/html": ["schema": ["type": "string"]],
  ]

  private static let pageHeaders: JSON = .object(
    JSONObject(["ETag", "Espalier-Instance", "Link"].map { ($0, reference(.header, $0)) }))

  static let headers: [(String, JSON)] = [
    ("ETag", header("The version of the page.")),
    ("Espalier-Instance", header("The id of the page instance.")),
    ("Link", header("The URLs of the instance's events and patches.")),
    ("Location", header("The URL to go on to.")),
    ("WWW-Authenticate", header("How to be known.")),
    ("Allow", header("The methods that the path answers.")),
    ("Retry-After", ["description": "The seconds to wait.", "schema": ["type": "integer"]]),
  ]

  private static func header(_ description: String) -> JSON {
    ["description": .string(description), "schema": ["type": "string"]]
  }

  private static let problemContent: [(String, JSON)] = [
    ("application/problem+json", ["schema": reference(.schema, "Problem")]),
    ("text/html", ["schema": ["type": "string"]]),
  ]

  private static let failures: [(String, JSON)] = meanings.map { status, meaning in
    var members: [(String, JSON)] = [("description", .string(meaning))]
    let header: String? =
      switch status {
      case .seeOther, .temporaryRedirect, .permanentRedirect: "Location"
      case .unauthorized: "WWW-Authenticate"
      case .methodNotAllowed: "Allow"
      case .tooManyRequests, .serviceUnavailable: "Retry-After"
      default: nil
      }
    if let header { members.append(("headers", .object(JSONObject([(header, reference(.header, header))])))) }
    if header != "Location" { members.append(("content", .object(JSONObject(problemContent)))) }
    return (status.componentName, .object(JSONObject(members)))
  }

  private static let meanings: [(Status, String)] = [
    (.seeOther, "Location is the page on which a person signs in."),
    (.temporaryRedirect, "The browser has got a new cookie, with which it must ask again."),
    (.unauthorized, "Only people whom the site knows may do this."),
    (.permanentRedirect, "The URL has another spelling, which Location names."),
    (.badRequest, "The request is malformed, or the event's data does not have the event's type."),
    (.forbidden, "A page of another site sent the request, or the person may not do this."),
    (.notFound, "There is nothing here, or the page instance is unknown."),
    (.methodNotAllowed, "The path does not answer this method."),
    (.notAcceptable, "The server has none of the media types in Accept."),
    (.conflict, "The page is at another version, or nobody knows whether a repeated event has arrived before."),
    (.gone, "The page has no such node now."),
    (.lengthRequired, "The request has a body without a length."),
    (.preconditionFailed, "The page is at another version than If-Match says."),
    (.contentTooLarge, "The body is too large."),
    (.uriTooLong, "The URL is too long."),
    (.unsupportedMediaType, "The body is neither JSON nor a form."),
    (.misdirectedRequest, "The site has another host name."),
    (.unprocessableContent, "A field has a wrong value."),
    (.tooManyRequests, "The client sends too many requests."),
    (.requestHeaderFieldsTooLarge, "The head of the request is too large."),
    (.internalServerError, "The server has a fault."),
    (.notImplemented, "The server does not know the transfer coding."),
    (.serviceUnavailable, "The server is full or stopping."),
  ]
}

extension Status {
  /// A short name, because each operation refers to most of them.
  fileprivate var componentName: String { "Status\(code)" }
}
