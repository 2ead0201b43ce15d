import EspalierHTTP
import EspalierText
import Espalier

/// An event as a client sent it: as JSON, or as the fields of a form.
struct EventRequest: Sendable {
  let sent: SentEvent
  /// Makes the event exactly-once: a repeat gets the stored reply.
  let id: String?
  /// For how long the client has tried to send it; nil the first time.
  let age: Duration?
  /// The version that the client saw. If it is given, the event has an effect only at that version.
  let version: String?
  /// The page load that a plain form belongs to.
  let load: PageLoad?

  init(_ request: Request, limits: PageLimits) throws(HTTPError) {
    switch try request.textType() {
    case .some(let type) where type.isSame(as: .json): self = try .init(json: request, depth: limits.jsonDepth)
    case .some(let type) where type.isSame(as: .form): self = try .init(form: request.form(), query: request.query)
    case .some(let type) where type.isSame(as: .multipartForm):
      guard let upload = request.upload else {
        throw HTTPError(
          .unsupportedMediaType, "This page takes no files. Send the event as application/x-www-form-urlencoded.",
          field: "Content-Type")
      }
      self = try .init(upload: upload, query: request.query)
    default:
      throw HTTPError(
        .unsupportedMediaType, "Send the event as application/json or application/x-www-form-urlencoded.",
        field: "Content-Type")
    }
  }

  private static let known = [
    WireName.node, WireName.event, WireName.data, WireName.id, WireName.age, WireName.seenVersion,
  ]

  private init(json request: Request, depth: Int) throws(HTTPError) {
    let body: JSON
    do {
      body = try JSON(parsing: request.body, depth: depth)
    } catch {
      throw HTTPError(error)
    }
    guard case .object(let object) = body else {
      throw HTTPError(
        .badJSON, "The body must be a JSON object with node, event and data.", field: "body")
    }
    if let stranger = object.members.first(where: { !Self.known.contains($0.name) })?.name {
      throw HTTPError(
        .unprocessable,
        "The field \"\(stranger.shown)\" is unknown; an event has the fields \(Self.known.joined(separator: ", ")).",
        field: stranger.shown)
    }
    func text(_ name: String) throws(HTTPError) -> String? {
      switch object[name] {
      case nil, .some(.null): return nil
      case .some(.string(let text)): return text
      default: throw HTTPError(.unprocessable, "The field \"\(name)\" must be a string.", field: name)
      }
    }
    let node = try Self.required(text(WireName.node), WireName.node)
    sent = SentEvent(
      try Self.required(text(WireName.event), WireName.event), from: node, data: object[WireName.data] ?? .null)
    id = try Self.short(text(WireName.id))
    age = try object[WireName.age].flatMap { (age) throws(HTTPError) in
      if case .null = age { nil } else { try Self.milliseconds("\(age)") }
    }
    version = try text(WireName.seenVersion)
    load = nil
  }

  /// If the query names the sender, as the addresses of rendered controls do, every field of the form is data.
  /// Otherwise the names are among the fields.
  ///
  /// `all` are the same fields, in the same order, with references in the place of files.
  private init(
    form: FormFields, query: FormFields, all values: [(name: String, value: JSON)]? = nil,
    files: UploadedFiles = UploadedFiles()
  ) throws(HTTPError) {
    let names = query[WireName.node] == nil ? form : query
    let node = try Self.required(names[WireName.node], WireName.node)
    let event = try Self.required(names[WireName.event], WireName.event)
    version = names[WireName.seenVersion]
    let own = query[WireName.node] == nil ? Self.known.filter { $0 != WireName.data } : []
    let fields = (values ?? form.pairs.map { ($0.name, .string($0.value)) })
      .filter { !own.contains($0.name) && $0.name != WireName.load }
    // In the order of the form, so that a repeat equals the first event.
    let all = JSONObject(collecting: fields)
    let data = all.members.map(\.name) == [WireName.data] ? all.members[0].value : .object(all)
    sent = SentEvent(event, from: node, data: data, isForm: true, files: files)
    load = try (query[WireName.load] ?? form[WireName.load]).map { (text) throws(HTTPError) in
      try PageLoad(parsing: text)
    }
    id = try Self.short(names[WireName.id])
    age = try Self.milliseconds(names[WireName.age])
  }

  /// A form with files. A field for a file in which nobody chose one is left out.
  private init(upload: MultipartForm, query: FormFields) throws(HTTPError) {
    var (texts, values, files) = ([FormFields.Pair](), [(name: String, value: JSON)](), UploadedFiles())
    for (name, part) in upload.parts {
      switch part {
      case .text(let text):
        texts.append(FormFields.Pair(name: name, value: text))
        values.append((name, .string(text)))
      case .file(let file): values.append((name, files.add(UploadedFile(file), field: name)))
      case .noFile: continue
      }
    }
    try self.init(form: FormFields(texts), query: query, all: values, files: files)
  }

  /// Event ids are remembered, so they must be short. An empty id is invalid.
  private static func short(_ id: String?) throws(HTTPError) -> String? {
    guard let id, !(1...128).contains(id.utf8.count) else { return id }
    throw HTTPError(.unprocessable, "The event's id must have 1 to 128 bytes.", field: WireName.id)
  }

  private static func milliseconds(_ text: String?) throws(HTTPError) -> Duration? {
    guard let text else { return nil }
    guard let time = UInt64(text) else {
      throw HTTPError(
        .unprocessable, "The event's age must be the whole milliseconds since it was first sent.", field: WireName.age)
    }
    return .milliseconds(Int64(clamping: time))
  }

  /// Equal for a repeat, and different for any other event except by chance.
  var fingerprint: String {
    Fingerprint.of(([.string(sent.address), .string(sent.name), sent.data, .string(version ?? "")] as JSON).bytes)
  }

  private static func required(_ text: String?, _ name: String) throws(HTTPError) -> String {
    guard let text else { throw HTTPError(.unprocessable, "The field \"\(name)\" is missing.", field: name) }
    return text
  }
}

extension HTTPError {
  /// The error for a body that is not valid JSON.
  init(_ error: JSON.ParseError) {
    guard !error.hasTooManyMarks else {
      let field = error.path.isEmpty ? "body" : error.path
      self.init(.badJSON, "The field \"\(field)\" has \(error); remove some.", field: field)
      return
    }
    let refusal = HTTPError(.badJSON, "The body is not JSON: \(error).", field: "body")
    self = error.isTooDeep ? refusal.crossing(.jsonDepth) : refusal
  }
}

/// The load of a page instance that a plain form belongs to. A browser without JavaScript sends it with the form.
///
/// Each page that is sent has its own number. A form that is sent twice from one load is one event; a form of the next
/// load is another event. The instance's id finds the tree if a browser keeps no cookies, and shows that the form was
/// rendered here.
struct PageLoad: Sendable, Hashable, CustomStringConvertible {
  let instance: String
  /// Nil in markup that came after the page was loaded. JavaScript sends the forms there, and numbers them itself.
  let number: String?

  init(of instance: String, number: String?) {
    self.instance = instance
    self.number = number
  }

  init(parsing text: String) throws(HTTPError) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count <= 2, RandomID.isValid(parts[0]), parts.count == 1 || RandomID.isValidShort(parts[1]) else {
      throw HTTPError(
        .unprocessable, "The field \"\(WireName.load)\" must have the page's value; load the page again.",
        field: WireName.load)
    }
    self.init(of: parts[0], number: parts.count == 2 ? parts[1] : nil)
  }

  var description: String { number.map { "\(instance).\($0)" } ?? instance }
}

extension EventRequest {
  /// The instance that the request names, if any.
  func instance(in request: Request) -> String? { request.query[WireName.instance] ?? load?.instance }

  /// The id of the event that a control sends with this data from one load of the page: the same each time it is
  /// pressed.
  var idByLoad: String? {
    load?.number.map { "\($0)-\(fingerprint)" }
  }
}

/// The kinds of reply to an event that was delivered.
enum PageReply: CaseIterable {
  case receipt, redirect, jsonPatch, domPatch, turbo

  /// The first is for a client that accepts anything. Turbo gives its streams and HTML the same weight.
  static let offers: [(type: MediaType, reply: PageReply)] = [
    (.json, .receipt), (.turboStream, .turbo), (.html, .redirect), (.jsonPatch, .jsonPatch), (.domPatch, .domPatch),
  ]

  private static let types = offers.map(\.type)

  init?(_ request: Request) {
    guard let index = request.bestIndex(of: Self.types) else { return nil }
    self = Self.offers[index].reply
  }
}

extension TemporaryFile: UploadedContent {
  /// Gives the content a path.
  package func keep(at path: String) throws { try name(at: path) }
}

extension UploadedFile {
  /// A file that a request brought.
  init(_ file: ReceivedFile) {
    self.init(name: file.name, size: file.size, hash: file.hash, content: file.content)
  }
}
