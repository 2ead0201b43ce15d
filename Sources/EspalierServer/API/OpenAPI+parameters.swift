import Espalier

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
