public import EspalierHTTP
import EspalierServer

/// A browser of one person: pages that share the browser's cookies.
///
/// ```swift
/// let way = try InProcess(site)
/// let (ann, bob) = (TestBrowser(over: way), TestBrowser(over: way))
/// let hers = try await ann.open("/board")
/// let his = try await bob.open("/board")
/// try await hers.send("add", from: "header", data: "Water the fig")
/// try await his.settle()
/// #expect(try his.contents(as: Task.self).map(\.title) == ["Water the fig"])
/// ```
///
/// The browser keeps each cookie by its name and path, sends it back, and forgets it at `Max-Age=0`. Each page that it
/// opens is a tab.
public final class TestBrowser {
  let transport: any Transport
  private(set) var cookies = CookieJar()
  private let headers: Headers

  /// A browser without cookies. It sends `headers` with each request, for example those with which a proxy names the
  /// person.
  public init(over transport: some Transport, headers: Headers = [:]) {
    self.transport = transport
    self.headers = headers
  }

  /// Opens a page in a new tab.
  public func open(_ path: String) async throws -> TestPage {
    let page = TestPage(path: path, in: self)
    try await page.reload()
    return page
  }

  /// Requests something that is not a page, for example a file or a `Route`. Does not follow redirects. A reply with an
  /// error is returned like others.
  public func get(_ path: String) async throws -> TestReply { TestReply(try await reply(.get, path, [:])) }

  /// Sends a form to something that is not a page, for example to a `Route`. Does not follow redirects.
  public func post(_ path: String, form: KeyValuePairs<String, String>) async throws -> TestReply {
    let fields = form.map { "\(Self.encoded($0.key))=\(Self.encoded($0.value))" }.joined(separator: "&")
    return TestReply(
      try await reply(.post, path, [.contentType: MediaType.form.description], Array(fields.utf8)))
  }

  /// Sends a request with the browser's cookies, and keeps the cookies of the reply.
  func reply(_ method: Method, _ target: String, _ headers: Headers, _ body: [UInt8] = []) async throws -> Response {
    let path = String(target.prefix { $0 != "?" })
    var all = self.headers
    for field in headers.fields { all[field.name] = field.value }
    all[.cookie] = cookies.header(for: path)
    let response = try await transport.reply(to: Request(method, target, headers: all, body: body))
    for cookie in response.headers.values(of: .setCookie) { cookies.take(cookie, from: path) }
    return response
  }

  private static func encoded(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte {
        bytes.append(byte)
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        bytes += "%\(digits.count < 2 ? "0" : "")\(digits)".utf8
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// The reply to a request that a ``TestBrowser`` sent.
public struct TestReply: Sendable {
  /// The status code, for example 200.
  public let status: Int
  /// The headers.
  public let headers: Headers
  /// The body as text.
  public let text: String

  init(_ response: Response) {
    status = response.status.code
    headers = response.headers
    text = String(decoding: response.body.collected, as: UTF8.self)
  }
}
