import Espalier
import EspalierHTTP
import EspalierLocks

/// The OpenAPI 3.1 document of a site: its pages, their events and patches, its routes, and the problems that they
/// answer.
struct OpenAPI {
  let pages: [Page]
  let routes: [Route]
  let limits: PageLimits
  /// Whether the site shows its metrics on its own port.
  let hasMetrics: Bool
  /// Whether the site keeps sessions or knows people.
  let knowsPeople: Bool
  /// The events that the cells of each page send at first, by the page's path.
  let events: [String: [EventSample]]
  /// Comes before all paths.
  let prefix: URLPrefix

  /// The whole document.
  var document: JSON {
    let paths = JSONObject(ownPaths + pagePaths + routePaths)
    return [
      "openapi": "3.1.0",
      "info": [
        "title": .string(pages.first { $0.path == "/" }?.title ?? pages.first?.title ?? "Site"),
        "version": .string(Fingerprint.of(JSON.object(paths).bytes)), "description": .string(Self.introduction),
      ],
      "servers": [["url": .string(prefix.isEmpty ? "/" : prefix.text)]],
      "paths": .object(paths),
      "components": [
        "schemas": .object(JSONObject(schemas)), "parameters": .object(JSONObject(sharedParameters)),
        "responses": .object(JSONObject(sharedResponses)), "headers": .object(JSONObject(Self.headers)),
      ],
    ]
  }

  private static let introduction = """
    A page is a tree of nodes. GET reads the tree as HTML or JSON, as the header Accept says. POST to the page's \
    events sends an event of a node. Its reply is the receipt, or the changes in one of three formats: JSON Patch \
    (RFC 6902, application/json-patch+json), the browser's compact operations (application/vnd.espalier.patch+json) \
    or Turbo Streams (text/vnd.turbo-stream.html). GET of the page's patches follows the changes as Server-Sent \
    Events or as one JSON document. Each node of the JSON tree lists the events that it can send now, with the JSON \
    Schema of their data and an example. Errors are problem details (RFC 9457). Each path that answers GET also \
    answers HEAD. A client that keeps no cookies names its page instance by the query field instance, as the header \
    Link says. The version of this document changes with its content.
    """

  /// The paths of the server itself. Text is enough for programs that read them.
  private var ownPaths: [(String, JSON)] {
    func text(_ id: String, _ summary: String, _ statuses: [(String, String)]) -> JSON {
      let answers = statuses.map { status, meaning in
        (status, ["description": .string(meaning), "content": ["text/plain": [:]]] as JSON)
      }
      return ["get": Operation(id: id, summary: summary, tag: "Server", responses: answers + problems(.own)).json]
    }
    var paths: [(String, JSON)] = [
      ("/healthz", text("getHealth", "Whether the process is alive", [("200", "The process is alive.")])),
      (
        "/readyz",
        text(
          "getReadiness", "Whether new clients should be sent here",
          [("200", "The server accepts clients."), ("503", "The server is stopping.")])
      ),
    ]
    if hasMetrics {
      paths.append(("/metrics", text("getMetrics", "The metrics for Prometheus", [("200", "The metrics.")])))
    }
    let this: JSON = ["description": "This document.", "content": ["application/json": [:]]]
    let operation = Operation(
      id: "getOpenAPI", summary: "This document", tag: "Server",
      responses: [("200", this), ("304", reference(.response, "NotModified"))] + problems(.own))
    paths.append((SiteAccess.openAPI, ["get": operation.json]))
    return paths
  }
}

/// The parts of the document that others refer to.
enum ComponentKind: String {
  case schema = "schemas"
  case parameter = "parameters"
  case response = "responses"
  case header = "headers"
}

/// Refers to a component of the document.
func reference(_ kind: ComponentKind, _ name: String) -> JSON {
  ["$ref": .string("#/components/\(kind.rawValue)/\(name)")]
}

/// The routes of the site's author. Only the author knows what they answer.
extension OpenAPI {
  var routePaths: [(String, JSON)] {
    var paths: [(path: String, operations: [(String, JSON)])] = []
    for route in routes {
      // OpenAPI knows no other methods.
      guard let pattern = try? route.pattern.get(), Self.methods.contains(route.method) else { continue }
      let method = route.method.rawValue.lowercased()
      let operation = Operation(
        id: "\(method)Route\(pattern.programName)", summary: "\(route.method.rawValue) \(route.path)", tag: "Routes",
        parameters: parameters(route.parameters, of: pattern),
        responses: problems(route.method == .get ? .route : .changingRoute) + [("default", reference(.response, "Own"))]
      )
      if let index = paths.firstIndex(where: { $0.path == pattern.template }) {
        paths[index].operations.append((method, operation.json))
      } else {
        paths.append((pattern.template, [(method, operation.json)]))
      }
    }
    return paths.map { ($0.path, .object(JSONObject($0.operations))) }
  }

  private static let methods: [Method] = [.get, .head, .post, .put, .patch, .delete, .options]
}

/// The file `/openapi.json` of a site. The first request makes it.
final class SiteDescription: Sendable {
  private enum State {
    /// Nobody has asked for the file. The check of the site found these events.
    case events([String: [EventSample]])
    case file(StaticFile)
  }

  private let state = Lock(State.events([:]))

  /// Keeps the events that the pages have at the start. They replace those of an earlier check.
  func keep(_ events: [String: [EventSample]]) {
    state.withLock { $0 = .events(events) }
  }

  /// The file. If there is none yet, makes it of the description with the events of the check.
  func file(_ api: (_ events: [String: [EventSample]]) -> OpenAPI) -> StaticFile {
    let events: [String: [EventSample]]
    switch state.withLock({ $0 }) {
    case .file(let file): return file
    case .events(let found): events = found
    }
    let made = StaticFile(name: SiteAccess.openAPI, bytes: api(events).document.line)
    state.withLock { $0 = .file(made) }
    return made
  }
}
extension OpenAPI {
  /// The query fields of the server itself.
  var sharedParameters: [(String, JSON)] {
    func field(
      _ name: String, _ schema: JSON, _ description: String, component: String? = nil
    ) -> (String, JSON) {
      (
        component ?? name,
        ["name": .string(name), "in": "query", "schema": schema, "description": .string(description)]
      )
    }
    return [
      field(
        WireName.instance, ["type": "string", "pattern": "^[0-9a-f]{32}$"],
        "The page instance, for a client without cookies. The header Link has URLs with it."),
      field(
        WireName.tab, ["type": "string", "pattern": "^[0-9a-f]{16}$"], "The tab. A new one gets its own instance."),
      field(WireName.view, reference(.schema, "View"), "The whole list with full."),
      field(
        WireName.format, reference(.schema, "Format"), "The format, before the header Accept."),
      field(
        WireName.format, reference(.schema, "DocumentFormat"),
        "One JSON document instead of a stream, before the header Accept.", component: "documentFormat"),
      field(
        WireName.since, ["type": "string", "pattern": "^[^.]+\\.[0-9]+$"],
        "The version that the client has. The header Last-Event-ID comes before it."),
      field(WireName.last, ["type": "integer", "minimum": 0], "The versions to go back."),
      field(
        WireName.wait, ["type": "integer", "minimum": 0, "maximum": .int(limits.wait.components.seconds)],
        "The seconds that the server may wait for a change before it sends a document."),
      field(
        WireName.dialect, reference(.schema, "Dialect"),
        "The format of the patches: dom in a stream, json-patch in a document, unless this says otherwise."),
    ]
  }

  /// The values of query fields. Others refer to them, so that a generated client has one type for each.
  static let choices: [(String, JSON)] = [
    ("View", choice(["live", "full"])), ("Format", choice(["html", "json"])), ("DocumentFormat", choice(["json"])),
    ("Dialect", choice(Dialect.allCases.map(\.rawValue))),
  ]

  private static func choice(_ values: [String]) -> JSON {
    ["type": "string", "enum": .array(values.map { .string($0) })]
  }
}
