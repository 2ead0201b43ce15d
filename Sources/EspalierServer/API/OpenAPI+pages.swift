import Espalier
import EspalierHTTP

/// The paths of pages.
extension OpenAPI {
  var pagePaths: [(String, JSON)] {
    var names: [String: Int] = [:]
    return pages.flatMap { page -> [(String, JSON)] in
      guard let pattern = try? page.entry.pattern.get() else { return [] }
      // Different paths may have the same letters.
      let count = names[pattern.programName, default: 0] + 1
      names[pattern.programName] = count
      let name = pattern.programName + (count == 1 ? "" : "\(count)")
      let own = parameters(page.entry.parameters, of: pattern, example: page.entry.example?.url)
      let path = pattern.template
      let base = path == "/" ? "" : path
      return [
        (path, ["get": read(page, name, own).json]),
        ("\(base)/\(PageLocation.Part.events.rawValue)", ["post": send(page, name, own).json]),
        ("\(base)/\(PageLocation.Part.patches.rawValue)", ["get": follow(page, name, own).json]),
      ]
    }
  }

  /// The parameters of a path and of its query.
  func parameters(_ shape: DataShape?, of pattern: PathPattern, example: URLParts? = nil) -> [JSON] {
    let examples = example.flatMap { url in
      (try? RequestTarget(url.path)).flatMap { pattern.values(in: $0.segments) }
    }
    return (shape?.members ?? []).map { member in
      let isInPath = pattern.names.contains(member.name)
      var fields: [(String, JSON)] = [
        ("name", .string(member.name)), ("in", isInPath ? "path" : "query"),
        ("required", .bool(isInPath || member.isRequired)), ("schema", member.schema.withoutNull),
      ]
      if let text = examples?.first(where: { $0.name == member.name })?.value {
        fields.append(("example", Int64(text).map { .int($0) } ?? .string(text)))
      }
      return .object(JSONObject(fields))
    }
  }

  /// The parameters by which a client names its instance.
  private func instance(of page: Page) -> [JSON] {
    [reference(.parameter, "instance")] + (page.scope == .tab ? [reference(.parameter, "tab")] : [])
  }

  private func read(_ page: Page, _ name: String, _ own: [JSON]) -> Operation {
    Operation(
      id: "get\(name)", summary: "Read the page “\(page.title)”", tag: page.title,
      parameters: own + instance(of: page) + ["view", "format"].map { reference(.parameter, $0) },
      responses: [("200", reference(.response, "Page")), ("304", reference(.response, "NotModified"))]
        + problems(.read) + [
          ("404", reference(.response, "MissingPage")), ("410", reference(.response, "MissingPage")),
        ])
  }

  private func follow(_ page: Page, _ name: String, _ own: [JSON]) -> Operation {
    Operation(
      id: "follow\(name)", summary: "Follow the changes of the page “\(page.title)”", tag: page.title,
      parameters: own + instance(of: page)
        + ["since", "last", "wait", "dialect", "documentFormat"].map { reference(.parameter, $0) },
      responses: [("200", reference(.response, "Patches"))] + problems(.read))
  }

  private func send(_ page: Page, _ name: String, _ own: [JSON]) -> Operation {
    var json: [(String, JSON)] = [("schema", reference(.schema, "EventToSend"))]
    let samples = events[page.path] ?? []
    // The data of a page for some people may be secret.
    if !samples.isEmpty && page.rule == nil {
      let examples = samples.map { sample in
        (sample.name, ["value": ["node": .string(sample.node), "event": .string(sample.name), "data": sample.example]])
          as (String, JSON)
      }
      json.append(("examples", .object(JSONObject(examples))))
    }
    var content: [(String, JSON)] = [
      ("application/json", .object(JSONObject(json))),
      ("application/x-www-form-urlencoded", ["schema": reference(.schema, "EventForm")]),
    ]
    // A file comes with a form only.
    if samples.contains(where: { $0.files != nil }) {
      content.append(("multipart/form-data", ["schema": reference(.schema, "EventForm")]))
    }
    let body: JSON = ["required": true, "content": .object(JSONObject(content))]
    let known = samples.map { sample in
      var members: [(String, JSON)] = [
        ("name", .string(sample.name)), ("type", .string(sample.type)), ("schema", sample.schema),
      ]
      if let files = sample.files { members.append(("files", Self.describe(files))) }
      return JSON.object(JSONObject(members))
    }
    return Operation(
      id: "send\(name)Event", summary: "Send an event of the page “\(page.title)”", tag: page.title,
      parameters: own + instance(of: page), body: body,
      responses: [("200", reference(.response, "Outcome"))] + problems(.send) + [
        ("303", reference(.response, "SeePage"))
      ],
      others: known.isEmpty ? [] : [("x-events", .array(known))])
  }
}

extension OpenAPI {
  /// The kinds of files that an event takes, and the bytes of the largest.
  private static func describe(_ rule: FileRule) -> JSON {
    let kinds = FileKind.allCases.filter(rule.kinds.contains).map { JSON.string($0.mediaType) }
    return ["mediaTypes": .array(kinds), "maxBytes": .int(Int64(rule.most))]
  }
}

extension JSON {
  /// A schema without null: the query lacks a parameter that is nil.
  fileprivate var withoutNull: JSON {
    guard case .object(var schema) = self, case .array(let types) = schema["type"] else { return self }
    schema["type"] = types.first
    if case .array(let values) = schema["enum"] { schema["enum"] = .array(values.filter { $0 != .null }) }
    return .object(schema)
  }
}
