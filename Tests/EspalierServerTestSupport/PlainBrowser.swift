package import EspalierHTTP
package import EspalierTesting

/// A browser without JavaScript: it loads pages, sends their forms, follows redirects, and keeps cookies unless a test
/// says otherwise.
package struct PlainBrowser {
  package let transport: InProcess
  package var keepsCookies = true
  /// Whether it sends `Origin`, as browsers of this decade do.
  package var namesOrigin = true
  package private(set) var cookie: String?
  package private(set) var address = ""
  package private(set) var html = ""
  package private(set) var status = 0
  package private(set) var setCookie = ""

  package init(_ transport: InProcess, keepsCookies: Bool = true, namesOrigin: Bool = true) {
    self.transport = transport
    self.keepsCookies = keepsCookies
    self.namesOrigin = namesOrigin
  }

  package mutating func open(_ address: String, _ headers: Headers = [:]) async throws {
    self.address = address
    try await take(transport.reply(to: request(.get, address, headers)))
  }

  /// Presses the button of the page that has this label.
  package mutating func press(_ label: String) async throws { try await send(form(pressing: label)) }

  /// Sends the page's own form of a cell with these fields.
  package mutating func submit(_ fields: String) async throws {
    let action = try found(html.part(after: "<form method=\"post\" action=\"", before: "\""), "the form of a cell")
      .unescaped
    try await send((action, fields))
  }

  /// What pressing a button would send, from the page's current HTML.
  package func form(pressing label: String) throws -> (action: String, body: String) {
    let button = try found(
      html.components(of: "<button ").first { $0.contains(">\(label)</button>") }, "the button \(label)")
    let action = try found(button.part(after: "formaction=\"", before: "\""), "the action of the button \(label)")
      .unescaped
    let form = try found(html.part(after: "<form id=\"~form\"", before: "</form>"), "the form of the page")
    var fields: [String] = []
    for input in [form, button] {
      if let name = input.part(after: " name=\"", before: "\""),
        let value = input.part(after: " value=\"", before: "\"")
      {
        fields.append("\(name)=\(value.unescaped)")
      }
    }
    return (action, fields.joined(separator: "&"))
  }

  package mutating func send(_ form: (action: String, body: String)) async throws {
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

private struct Missing: Error, CustomStringConvertible {
  let description: String
}

private func found(_ text: String?, _ name: String) throws -> String {
  guard let text else { throw Missing(description: "the page does not have \(name)") }
  return text
}

extension String {
  package func part(after start: String, before end: String) -> String? {
    guard let from = start.isEmpty ? startIndex : firstRange(of: start)?.upperBound,
      let to = self[from...].firstRange(of: end)?.lowerBound
    else { return nil }
    return String(self[from..<to])
  }

  package func components(of separator: String) -> [String] { split(separator: separator).map(String.init) }

  fileprivate var unescaped: String { replacing("&quot;", with: "\"").replacing("&amp;", with: "&") }
}
