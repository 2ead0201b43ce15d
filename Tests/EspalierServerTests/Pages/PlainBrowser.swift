import Espalier
import EspalierTesting
import Testing

@testable import EspalierHTTP
@testable import EspalierServer

/// A browser without JavaScript: it loads pages, sends their forms, follows redirects, and keeps cookies unless a test
/// says otherwise.
struct PlainBrowser {
  let transport: InProcess
  var keepsCookies = true
  /// Whether it sends `Origin`, as browsers of this decade do.
  var namesOrigin = true
  private(set) var cookie: String?
  private(set) var address = ""
  private(set) var html = ""
  private(set) var status = 0
  private(set) var setCookie = ""

  init(_ transport: InProcess, keepsCookies: Bool = true, namesOrigin: Bool = true) {
    self.transport = transport
    self.keepsCookies = keepsCookies
    self.namesOrigin = namesOrigin
  }

  mutating func open(_ address: String, _ headers: Headers = [:]) async throws {
    self.address = address
    try await take(transport.reply(to: request(.get, address, headers)))
  }

  /// Presses the button of the page that has this label.
  mutating func press(_ label: String) async throws { try await send(form(pressing: label)) }

  /// Sends the page's own form of a cell with these fields.
  mutating func submit(_ fields: String) async throws {
    let action = try #require(html.part(after: "<form method=\"post\" action=\"", before: "\"")).unescaped
    try await send((action, fields))
  }

  /// What pressing a button would send, from the page's current HTML.
  func form(pressing label: String) throws -> (action: String, body: String) {
    let button = try #require(html.components(of: "<button ").first { $0.contains(">\(label)</button>") })
    let action = try #require(button.part(after: "formaction=\"", before: "\"")).unescaped
    let form = try #require(html.part(after: "<form id=\"espalier\"", before: "</form>"))
    var fields: [String] = []
    for input in [form, button] {
      if let name = input.part(after: " name=\"", before: "\""),
        let value = input.part(after: " value=\"", before: "\"")
      {
        fields.append("\(name)=\(value)")
      }
    }
    return (action, fields.joined(separator: "&"))
  }

  mutating func send(_ form: (action: String, body: String)) async throws {
    var headers: Headers = [.contentType: MediaType.form.description]
    if namesOrigin { headers["Origin"] = "http://here" }
    try await take(transport.reply(to: request(.post, form.action, headers, Array(form.body.utf8))))
  }

  private func request(
    _ method: Method, _ target: String, _ more: Headers = [:], _ body: [UInt8] = []
  ) throws -> Request {
    var headers: Headers = [.accept: MediaType.html.description, .host: "here"]
    for field in more.fields { headers.append(field.name, field.value) }
    headers[.cookie] = cookie
    return try Request(method, target, headers: headers, body: body)
  }

  private mutating func take(_ response: Response) async throws {
    if let set = response.headers[.setCookie] {
      setCookie = set
      if keepsCookies { cookie = set.part(after: "", before: ";") }
    }
    status = response.status.code
    if let location = response.headers[.location] {
      return try await open(location.part(after: "", before: "#") ?? location)
    }
    if case .bytes(let bytes) = response.body { html = String(decoding: bytes, as: UTF8.self) }
  }
}

extension String {
  func part(after start: String, before end: String) -> String? {
    guard let from = start.isEmpty ? startIndex : firstRange(of: start)?.upperBound,
      let to = self[from...].firstRange(of: end)?.lowerBound
    else { return nil }
    return String(self[from..<to])
  }

  func components(of separator: String) -> [String] { split(separator: separator).map(String.init) }

  fileprivate var unescaped: String { replacing("&amp;", with: "&") }
}
