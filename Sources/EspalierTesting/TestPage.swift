public import Espalier
import EspalierHTTP
import EspalierServer

/// A page as a test's person sees it: opened, read, pressed.
///
/// ```swift
/// let page = try await TestPage.open("/posts", over: InProcess(site))
/// let receipt = try await page.send("like", from: "B/actions")
/// #expect(page["B/photo"]?["tone"] == "red")
/// #expect(receipt.changed == ["B/photo"])
/// ```
///
/// The same test runs over a socket with `OverSocket(site)`. After each event the tree is read again, so `changed` is
/// what really differs, whatever the reply said. Of a page with `scope: .tab` it is one tab. An event whose reply does not come,
/// because of the faults of an `Inspector`, is sent again with its id, some times.
public final class TestPage {
  /// What a test asked for that the page does not have, or what the server answered instead.
  public struct Failure: Error, CustomStringConvertible {
    /// What was wrong.
    public let description: String
  }

  private let path: String
  /// A page of which each tab has its own tree is asked for by one tab.
  private let tab = String(UInt64.random(in: 1 << 60...UInt64.max), radix: 16)
  private let transport: any Transport
  package private(set) var cookie: String?
  /// The page's tree as JSON.
  public private(set) var document: JSON
  /// The version that the page shows.
  public private(set) var version: String

  private init(path: String, transport: any Transport) {
    self.path = path
    self.transport = transport
    document = .null
    version = ""
  }

  /// Opens a page.
  public static func open(_ path: String, over transport: some Transport) async throws -> TestPage {
    let page = TestPage(path: path, transport: transport)
    try await page.reload()
    return page
  }

  /// Reads the page again, as the same browser.
  public func reload() async throws {
    let response = try await reply(.get, path, [.accept: MediaType.json.description])
    document = try json(response)
    version = response.headers[.etag].map { String($0.drop { $0 == "W" || $0 == "/" }.dropFirst().dropLast()) } ?? ""
  }

  /// The node at an address; the root's is empty.
  public subscript(address: String) -> TestNode? { node(at: address) }

  /// The page as a browser gets it.
  public func html() async throws -> String {
    String(decoding: bytes(try await reply(.get, path, [.accept: MediaType.html.description])), as: UTF8.self)
  }

  /// Presses a control: sends its event with the data that the control shows, or with other data.
  ///
  /// Throws where the cell is not there, has no such event, or the server answers with a problem.
  @discardableResult
  public func send(_ event: String, from address: String, data: JSON? = nil) async throws -> TestReceipt {
    guard let node = self[address] else { throw Failure(description: "there is no node \"\(address)\"") }
    guard let control = node.events.first(where: { $0["name"]?.text == event }) else {
      let known = node.events.compactMap { $0["name"]?.text }.joined(separator: ", ")
      throw Failure(description: "\"\(address)\" has no event \"\(event)\"; it has: \(known)")
    }
    return try await post(event, from: address, data: data ?? control["example"] ?? .null)
  }

  /// Reports, as a viewer's window does, which rows came into view and which went out of it.
  ///
  /// Throws where one that came does not ask for it.
  @discardableResult
  public func report(appeared: [String] = [], disappeared: [String] = []) async throws -> TestReceipt {
    func addresses(_ rows: [String]) -> JSON { .array(rows.map { .string($0) }) }
    let data: JSON = ["appeared": addresses(appeared), "disappeared": addresses(disappeared)]
    return try await post(WireName.visibility, from: "", data: data)
  }

  private func post(_ event: String, from address: String, data: JSON) async throws -> TestReceipt {
    let body: JSON = [
      "node": .string(address), "event": .string(event), "data": data,
      "id": .string("\(UInt64.random(in: 0...UInt64.max))"),
    ]
    let headers: Headers = [.accept: MediaType.json.description, .contentType: MediaType.json.description]
    let events = (path == "/" ? "" : path) + "/events"
    let receipt = try await receipt { try await self.reply(.post, events, headers, body.bytes) }
    let before = document
    try await reload()
    return TestReceipt(document: receipt, changed: TestNode.changes(from: before, to: document))
  }

  /// Asks until there is an answer.
  private func receipt(_ ask: () async throws -> Response) async throws -> JSON {
    for _ in 1..<Self.attempts {
      do { return try json(await ask()) } catch is ConnectionBroken {}
    }
    return try json(await ask())
  }

  private static let attempts = 10

  private func node(at address: String) -> TestNode? {
    var node = document
    var path = ""
    for key in address.split(separator: "/") {
      path += path.isEmpty ? "\(key)" : "/\(key)"
      guard let child = TestNode(json: node).children.first(where: { $0.address == path }) else { return nil }
      node = child.json
    }
    return TestNode(json: node)
  }

  private func reply(_ method: Method, _ target: String, _ headers: Headers, _ body: [UInt8] = []) async throws
    -> Response
  {
    var headers = headers
    headers[.cookie] = cookie
    let tabs = "\(target)\(target.contains("?") ? "&" : "?")\(WireName.tab)=\(tab)"
    let response = try await transport.reply(to: Request(method, tabs, headers: headers, body: body))
    if let set = response.headers[.setCookie] { cookie = set.split(separator: ";").first.map(String.init) }
    guard response.status.code < 400 else {
      throw Failure(description: "\(method.rawValue) \(target): \(String(decoding: bytes(response), as: UTF8.self))")
    }
    return response
  }

  private func bytes(_ response: Response) -> [UInt8] { response.body.collected }

  private func json(_ response: Response) throws -> JSON {
    try JSON(parsing: bytes(response), depth: 256, trusted: true)
  }
}
