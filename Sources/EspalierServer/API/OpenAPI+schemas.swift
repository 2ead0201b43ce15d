import Espalier

/// The documents that clients send and receive.
extension OpenAPI {
  var schemas: [(String, JSON)] { Self.trees + Self.requests + Self.changes + Self.problems + Self.choices }

  private static let trees: [(String, JSON)] = [
    (
      "Node",
      object(
        "A node of the tree, with all nodes below it.",
        [
          ("id", text("The address: the keys from the root to the node. The address of the root is empty.")),
          ("type", text("The name of the row's or list's type.")),
          ("model", ["description": "The fields of a row, or the layout of a list."]),
          ("events", list(of: "Event", "The controls that the node shows now.")),
          ("children", list(of: "Node", "The nodes of a list: its header, its rows, its footer.")),
        ])
    ),
    (
      "Event",
      object(
        "An event that the node can send.",
        [
          ("name", text("The event's name, for POST to the page's events.")),
          (
            "type",
            [
              "type": "string", "enum": ["string", "integer", "number", "boolean", "array", "object", "null", "any"],
              "description": "The type of the data. With null, the event has no data.",
            ]
          ),
          ("schema", ["type": "object", "description": "The JSON Schema (2020-12) of the data."]),
          ("example", ["description": "Data that the server accepts: for a button, the data that it sends."]),
        ])
    ),
  ]

  private static let eventFields: [(String, JSON)] = [
    (WireName.node, text("The address of the node that sends the event.")),
    (WireName.event, text("The event's name, as the node lists it.")),
    (WireName.data, ["description": "The data, as the event's schema says. Leave it out if it is null."]),
    (
      WireName.id,
      [
        "type": ["string", "null"], "minLength": 1, "maxLength": 128,
        "description": """
        Makes the event exactly-once: a repeat gets the first reply. At most 128 bytes, and at least 16 from a client \
        without a cookie.
        """,
      ]
    ),
    (
      WireName.age,
      [
        "type": ["integer", "null"], "minimum": 0,
        "description": """
        For a repeat: the milliseconds since the event was first sent. If that is so long ago that the server may have forgotten \
        the id, it refuses the event and does not count it a second time.
        """,
      ]
    ),
    (
      WireName.seenVersion,
      [
        "type": ["string", "null"], "description": "The event has an effect only at this version of the page.",
      ]
    ),
  ]

  private static let requests: [(String, JSON)] = [
    (
      "EventToSend",
      [
        "type": "object", "required": [.string(WireName.node), .string(WireName.event)],
        "properties": .object(JSONObject(eventFields)), "additionalProperties": false,
        "description": "An event of a node.",
      ]
    ),
    (
      "EventForm",
      [
        "type": "object", "required": [.string(WireName.node), .string(WireName.event)],
        "properties": .object(JSONObject(eventFields.map { ($0.0, ["type": "string"]) })),
        "additionalProperties": ["type": "string"],
        "description": "The same as form fields. The fields of data that is an object stand beside node and event.",
      ]
    ),
  ]

  private static let operations = WireName.Operation.allCases.map(\.rawValue).joined(separator: " ")

  private static let changes: [(String, JSON)] = [
    (
      "PatchOperation",
      object(
        "An operation of RFC 6902 on the JSON tree.",
        [
          ("op", ["type": "string", "enum": ["add", "remove", "replace", "move"]]),
          ("path", text("Where, as a JSON Pointer (RFC 6901).")),
        ], optional: [("from", text("Where the moved node was.")), ("value", [:])])
    ),
    ("JSONPatch", list(of: "PatchOperation", "Changes of the JSON tree, in order (RFC 6902).")),
    (
      "DOMPatch",
      [
        "type": "array", "items": ["type": "array", "items": [:], "minItems": 1],
        "description": .string("The browser's operations. The first element of each is one of \(operations)."),
      ]
    ),
    (
      "MissedPatches",
      object(
        "The changes since a version.",
        [("version", text("The version of the page now.")), ("patches", list(of: "MissedPatch", "In order."))])
    ),
    (
      "MissedPatch",
      object(
        "The changes of one version, or the whole page.",
        [
          ("version", text("The version after the changes.")),
          ("event", ["type": "string", "enum": ["patch", "snapshot"]]),
          ("patch", ["anyOf": [reference(.schema, "JSONPatch"), reference(.schema, "DOMPatch"), ["type": "string"]]]),
        ])
    ),
    (
      "Receipt",
      object(
        "What an event did.",
        [
          ("version", text("The version of the page after the event.")),
          ("patch", reference(.schema, "JSONPatch")),
          ("instance", text("The id of the page instance.")),
          ("events", text("The URL of the instance's events.")),
        ],
        optional: [
          ("event", text("The event's name.")),
          ("route", list(of: "Stop", "The containers that the event reached, from the node up to the root.")),
          ("stopped", ["type": "boolean", "description": "Whether a handler stopped the event."]),
          ("shared", ["type": "array", "items": ["type": "object"], "description": "The values that were shared."]),
          ("notified", ["type": "array", "items": ["type": "object"], "description": "The nodes that were notified."]),
          ("repeated", ["type": "boolean", "description": "Whether an earlier request had the effect."]),
          ("title", text("The new title of the page.")),
          (
            "effects", ["type": "array", "items": ["type": "object"], "description": "What the sender's window shows."]
          ),
        ])
    ),
    (
      "Stop",
      object(
        "A container on the way of an event.",
        [("node", text("The address.")), ("handled", ["type": "boolean"])])
    ),
  ]

  private static let problems: [(String, JSON)] = [
    (
      "Problem",
      object(
        "Problem details (RFC 9457).",
        [
          ("type", text("The kind of problem: urn:espalier:problem: and a name.")),
          ("title", text("The status in words.")), ("status", ["type": "integer"]),
          ("detail", text("What is wrong, for people.")), ("instance", text("The id of the request, as in the log.")),
        ],
        optional: [
          ("field", text("The field, parameter or header at fault.")),
          ("limit", text("The limit that the request exceeded.")),
          ("allow", ["type": "array", "items": ["type": "string"]]),
          ("version", text("The version of the page now.")),
          ("patches", list(of: "MissedPatch", "The changes that the client has not seen.")),
        ])
    )
  ]

  private static func text(_ description: String) -> JSON {
    ["type": "string", "description": .string(description)]
  }

  private static func list(of name: String, _ description: String) -> JSON {
    ["type": "array", "items": reference(.schema, name), "description": .string(description)]
  }

  private static func object(
    _ description: String, _ needed: [(String, JSON)], optional: [(String, JSON)] = []
  ) -> JSON {
    [
      "type": "object", "description": .string(description), "required": .array(needed.map { .string($0.0) }),
      "properties": .object(JSONObject(needed + optional)),
    ]
  }
}
