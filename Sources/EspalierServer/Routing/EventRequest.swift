import Espalier

/// An event as a client posted it: as JSON, or as the fields of a form.
struct EventRequest: Sendable, Hashable {
  let node: String
  let event: String
  let data: JSON
  let isForm: Bool
  /// Makes the event exactly-once: a repeat gets the stored reply.
  let id: String?
  /// The version the client saw; if it is given, the event counts only there.
  let version: String?
  /// Where a plain form stands.
  let load: PageLoad?

  init(_ request: Request, limits: PageLimits) throws(HTTPError) {
    switch request.contentType {
    case .some(let type) where type.isSame(as: .json): self = try .init(json: request, depth: limits.jsonDepth)
    case .some(let type) where type.isSame(as: .form): self = try .init(form: request.form(), query: request.query)
    default:
      throw HTTPError(
        .unsupportedMediaType, "Send the event as application/json or application/x-www-form-urlencoded.",
        field: "Content-Type")
    }
  }

  private init(json request: Request, depth: Int) throws(HTTPError) {
    let body: JSON
    do {
      body = try JSON(parsing: request.body, depth: depth)
    } catch {
      let refusal = HTTPError(.badJSON, "The body is not JSON: \(error).", field: "body")
      throw error.isTooDeep ? refusal.crossing(.jsonDepth) : refusal
    }
    guard case .object(let object) = body else {
      throw HTTPError(
        .badJSON, "The body must be an object with node, event and data.", field: "body")
    }
    let known = [WireName.node, WireName.event, WireName.data, WireName.id, WireName.seenVersion]
    if let stranger = object.members.map(\.name).first(where: { !known.contains($0) }) {
      throw HTTPError(
        .unprocessable, "The field \"\(stranger)\" is not known; an event has \(known.joined(separator: ", ")).",
        field: stranger)
    }
    func text(_ name: String) throws(HTTPError) -> String? {
      switch object[name] {
      case nil, .some(.null): return nil
      case .some(.string(let text)): return text
      default: throw HTTPError(.unprocessable, "The field \"\(name)\" must be a string.", field: name)
      }
    }
    node = try Self.required(text(WireName.node), WireName.node)
    event = try Self.required(text(WireName.event), WireName.event)
    data = object[WireName.data] ?? .null
    isForm = false
    id = try Self.short(text(WireName.id))
    version = try text(WireName.seenVersion)
    load = nil
  }

  /// Where the query names the sender, as the addresses of rendered controls do, every field of the form is data;
  /// otherwise the names stand among the fields.
  private init(form: FormFields, query: FormFields) throws(HTTPError) {
    let names = query[WireName.node] == nil ? form : query
    node = try Self.required(names[WireName.node], WireName.node)
    event = try Self.required(names[WireName.event], WireName.event)
    version = names[WireName.seenVersion]
    isForm = true
    let own = query[WireName.node] == nil ? [WireName.node, WireName.event, WireName.id, WireName.seenVersion] : []
    let fields = form.pairs.filter { !own.contains($0.name) && $0.name != WireName.load }
    let all = Self.object(fields)
    if case .object(let object) = all, object.members.map(\.name) == [WireName.data] {
      data = object.members[0].value
    } else {
      data = all
    }
    load = try (query[WireName.load] ?? form[WireName.load]).map { (text) throws(HTTPError) in
      try PageLoad(parsing: text)
    }
    id = try Self.short(names[WireName.id])
  }

  /// All fields as one object; a name that comes several times is a list.
  private static func object(_ fields: [FormFields.Pair]) -> JSON {
    var values: [String: [JSON]] = [:]
    for field in fields { values[field.name, default: []].append(.string(field.value)) }
    return .object(JSONObject(values.map { ($0.key, $0.value.count == 1 ? $0.value[0] : .array($0.value)) }))
  }

  /// Event ids are remembered, so they must be short.
  private static func short(_ id: String?) throws(HTTPError) -> String? {
    guard let id, id.utf8.count > 128 else { return id }
    throw HTTPError(.unprocessable, "The event's id may have 128 bytes at most.", field: WireName.id)
  }

  private static func required(_ text: String?, _ name: String) throws(HTTPError) -> String {
    guard let text else { throw HTTPError(.unprocessable, "The field \"\(name)\" is missing.", field: name) }
    return text
  }
}
