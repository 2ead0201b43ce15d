public import Espalier
import EspalierHTTP
import EspalierServer

/// A page that a test opens, reads and clicks like a person.
///
/// ```swift
/// let page = try await TestPage.open("/posts", over: InProcess(site))
/// let receipt = try await page.send("like", from: "B/actions")
/// #expect(try page.content(of: "B/photo", as: Photo.self).tone == "crimson")
/// #expect(receipt.changed == ["B/photo"])
/// ```
///
/// The same test runs over a socket with `OverSocket(site)`. After each event the page is read again, so `changed`
/// lists the real differences, independent of the reply. For a page with `scope: .tab`, a `TestPage` is one tab. If the
/// reply to an event is lost, because of the faults of an `Inspector`, the event is sent again with the same id, up to
/// 10 times in all.
public final class TestPage {
  /// The page does not have what the test asked for, or the server answered with an error.
  public struct Failure: Error, CustomStringConvertible {
    /// What is wrong.
    public let description: String
  }

  /// The browser that opened the page.
  let browser: TestBrowser
  private let path: String
  /// The id of the tab, for pages with `scope: .tab`.
  private let tab = String(UInt64.random(in: 1 << 60...UInt64.max), radix: 16)
  /// The header with the browser's cookies for this page; nil if it has none.
  package var cookie: String? { browser.cookies.header(for: String(path.prefix { $0 != "?" })) }
  /// The page's tree as JSON.
  public private(set) var document: JSON
  /// The page's version.
  package private(set) var version: String

  init(path: String, in browser: TestBrowser) {
    self.path = path
    self.browser = browser
    document = .null
    version = ""
  }

  /// Opens a page in a browser of its own. For several pages of one person, use a ``TestBrowser``.
  public static func open(_ path: String, over transport: some Transport) async throws -> TestPage {
    try await TestBrowser(over: transport).open(path)
  }

  /// Reads the page again, as the same browser.
  public func reload() async throws {
    let response = try await reply(.get, path, [.accept: MediaType.json.description])
    document = try json(response)
    version = response.headers[.etag].map { String($0.drop { $0 == "W" || $0 == "/" }.dropFirst().dropLast()) } ?? ""
  }

  /// The node at an address; nil if there is none. The root's address is empty.
  public subscript(address: String) -> TestNode? { TestNode(json: document).descendant(at: address) }

  /// Returns the page's HTML, as a browser gets it.
  public func html() async throws -> String {
    String(decoding: bytes(try await reply(.get, path, [.accept: MediaType.html.description])), as: UTF8.self)
  }

  /// Presses a control: sends its event with the control's data, or with other data.
  ///
  /// Throws if the page has no such cell, the cell has no such event, or the server answers with an error.
  @discardableResult
  public func send(_ event: String, from address: String, data: JSON? = nil) async throws -> TestReceipt {
    let node = try found(address)
    guard let control = node.events.first(where: { $0["name"]?.text == event }) else {
      let known = node.events.compactMap { $0["name"]?.text }.joined(separator: ", ")
      throw Failure(description: "the node \"\(address)\" has no event \"\(event)\"; it has: \(known)")
    }
    return try await post(event, from: address, data: data ?? control["example"] ?? .null)
  }

  /// Reports, like a viewer's browser, which rows came into view and which went out of it.
  ///
  /// Throws if a row in `appeared` does not ask for reports.
  @discardableResult
  public func report(appeared: [String] = [], disappeared: [String] = []) async throws -> TestReceipt {
    func addresses(_ rows: [String]) -> JSON { .array(rows.map { .string($0) }) }
    let data: JSON = ["appeared": addresses(appeared), "disappeared": addresses(disappeared)]
    return try await post(WireName.visibility, from: "", data: data)
  }

  /// Reports, like a viewer's browser, how somebody has scrolled the container at an address.
  ///
  /// Throws if the container does not have the plugin `Scrolling`.
  @discardableResult
  public func scroll(_ moments: [Scrolling.Moment], in address: String = "") async throws -> TestReceipt {
    let data: JSON = ["moments": .array(moments.map { .string($0.rawValue) })]
    return try await post(Scrolling.scrolled.name.label, from: address, data: data)
  }

  func post(_ event: String, from address: String, data: JSON) async throws -> TestReceipt {
    let body: JSON = [
      "node": .string(address), "event": .string(event), "data": data,
      "id": .string("\(UInt64.random(in: 0...UInt64.max))"),
    ]
    let headers: Headers = [.accept: MediaType.json.description, .contentType: MediaType.json.description]
    let receipt = try await receipt { try await self.reply(.post, self.events, headers, body.bytes) }
    let before = document
    try await reload()
    return TestReceipt(document: receipt, changed: TestNode.changes(from: before, to: document))
  }

  /// The URL to which the page's events are sent.
  private var events: String {
    let parts = path.split(separator: "?", maxSplits: 1)
    let query = parts.count > 1 ? "?\(parts[1])" : ""
    return (parts[0] == "/" ? "" : parts[0]) + "/events" + query
  }

  /// Sends a request up to `attempts` times, until its reply arrives.
  private func receipt(_ ask: () async throws -> Response) async throws -> JSON {
    for _ in 1..<Self.attempts {
      do { return try json(await ask()) } catch is ConnectionBroken {}
    }
    return try json(await ask())
  }

  private static let attempts = 10

  /// The node at an address. Throws if there is none.
  func found(_ address: String) throws -> TestNode {
    try TestNode(json: document).found(address)
  }

  private func reply(_ method: Method, _ target: String, _ headers: Headers, _ body: [UInt8] = []) async throws
    -> Response
  {
    let tabs = "\(target)\(target.contains("?") ? "&" : "?")\(WireName.tab)=\(tab)"
    let response = try await browser.reply(method, tabs, headers, body)
    // A page that cannot show what it reads is a page all the same.
    let isPage = response.status.code < 400 || response.status == .serviceUnavailable
    guard isPage, response.headers[.contentType] != MediaType.problemJSON.description else {
      throw Failure(description: "\(method.rawValue) \(target): \(String(decoding: bytes(response), as: UTF8.self))")
    }
    if let place = response.headers[.location] {
      throw Failure(description: "\(method.rawValue) \(target): the server leads to \(place); open that page")
    }
    return response
  }

  private func bytes(_ response: Response) -> [UInt8] { response.body.collected }

  private func json(_ response: Response) throws -> JSON {
    try JSON(parsing: bytes(response), depth: 256, trusted: true)
  }
}
