import EspalierText

/// A complete request: its head is checked, its target decoded and its body read.
public struct Request: Sendable {
  /// All copies of the request share its content, because a request is copied for each step of its answer.
  private let content: Content
  /// What the responder knows of the sender; nil until it has looked.
  package private(set) var sender: (any AnyObject & Sendable)?

  /// Makes a request, in a test or from the wire; throws `badTarget` or `badForm` for a target that does not parse.
  package init(
    _ method: Method = .get, _ target: String, headers: Headers = [:], body: [UInt8] = [],
    remoteAddress: String = "127.0.0.1", isSecure: Bool = false, id: String = "-"
  ) throws(HTTPError) {
    self.init(
      method, try RequestTarget(target), headers: headers, body: body,
      client: Client(address: remoteAddress, isSecure: isSecure), id: id)
  }

  /// Makes a request from a parsed target.
  package init(
    _ method: Method, _ target: RequestTarget, headers: Headers, body: [UInt8], remoteAddress: String, id: String
  ) {
    self.init(method, target, headers: headers, body: body, client: Client(address: remoteAddress), id: id)
  }

  package init(
    _ method: Method, _ target: RequestTarget, headers: Headers, body: [UInt8], client: Client, id: String,
    upload: MultipartForm? = nil, way: Way = Way()
  ) {
    content = Content(
      id: id, method: method, target: target, headers: headers, cookies: FormFields(cookiesOf: headers), client: client,
      body: body, upload: upload, way: way)
  }

  private init(
    _ other: Request, target: RequestTarget? = nil, headers: Headers? = nil, body: [UInt8]? = nil, way: Way? = nil
  ) {
    content = Content(
      id: other.id, method: other.method, target: target ?? other.target, headers: headers ?? other.headers,
      cookies: headers.map { FormFields(cookiesOf: $0) } ?? other.cookies, client: other.client,
      body: body ?? other.body, upload: other.upload, way: way ?? other.way)
    sender = other.sender
  }

  /// The same request as a site gets it that is served below a prefix; nil if the target is not below it.
  package func below(_ prefix: [String]) -> Request? {
    target.below(prefix).map { Request(self, target: $0) }
  }

  /// The same request with other headers, and with the cookies that these bring.
  package func with(_ headers: Headers) -> Request { Request(self, headers: headers) }

  /// The same request with another query and a form, for an answer of one type. Throws for a query that cannot be one.
  package func with(query: String, form: String, accept type: MediaType) throws(HTTPError) -> Request {
    var headers = headers
    headers[.accept] = type.description
    headers[.contentType] = MediaType.form.description
    let target = try RequestTarget("\(target.raw.prefix { $0 != "?" })?\(query)")
    return Request(self, target: target, headers: headers, body: Array(form.utf8))
  }

  /// The same request, on another way.
  package func going(_ way: Way) -> Request { Request(self, way: way) }

  /// The same request, with what the responder knows of its sender.
  package func sent(by sender: any AnyObject & Sendable) -> Request {
    var copy = self
    copy.sender = sender
    return copy
  }

  /// The body, at most `HTTPLimits.body` bytes.
  public var body: [UInt8] { content.body }
  /// Its way between the nodes of a site.
  package var way: Way { content.way }
  /// The form with files, if the responder takes one; then the body is empty.
  package var upload: MultipartForm? { content.upload }
  /// The short id of this request in logs and problems.
  public var id: String { content.id }
  /// The method.
  public var method: Method { content.method }
  /// The target, parsed.
  package var target: RequestTarget { content.target }
  /// The header fields in order.
  public var headers: Headers { content.headers }
  /// Who sent it.
  package var client: Client { content.client }
  /// The client's address without a port, for example `192.0.2.7` or `2001:db8::1`: the peer's address, or the one that
  /// a trusted proxy forwards.
  public var remoteAddress: String { client.address }
  /// Whether the client used TLS: with this server, or with a trusted proxy that reports it.
  public var isSecure: Bool { client.isSecure }
  /// The decoded path with its leading slash.
  public var path: String { target.path }
  /// The decoded path; nil if a segment contains a slash (`%2F`), so that no path can be mistaken for another one.
  package var plainPath: String? { target.plainPath }
  /// The decoded path's parts; `/` has none.
  package var segments: [String] { target.segments }
  /// The query's pairs in order.
  public var query: FormFields { target.query }
  /// The media types that the client accepts; `*/*` if it names none.
  package var accept: Accept { Accept(headers.list(of: .accept)) }
  /// The offer that the client likes best, the earlier one on a tie; nil if it refuses all.
  package func best(of offers: [MediaType]) -> MediaType? { bestIndex(of: offers).map { offers[$0] } }
  /// The position of that offer.
  package func bestIndex(of offers: [MediaType]) -> Int? {
    guard let header = headers.list(of: .accept) else { return offers.indices.first }
    return Accept.plainBest(of: offers, header) ?? Accept(header).best(of: offers).flatMap { offers.firstIndex(of: $0) }
  }
  /// The cookies the client sent, in order.
  public var cookies: FormFields { content.cookies }
  /// The body's media type, nil if it is absent or malformed.
  package var contentType: MediaType? { headers.contentType }
  /// The media type of a text body; nil if the request names none. Throws `unsupportedMediaType` if it is not UTF-8.
  package func textType() throws(HTTPError) -> MediaType? {
    guard let type = contentType else { return nil }
    guard type.isUTF8 else {
      throw HTTPError(
        .unsupportedMediaType, "The body must be UTF-8, but its media type is \(type.description.shown).",
        field: "Content-Type")
    }
    return type
  }
  /// The host and port that the client asked for: from a trusted proxy, else from the target, else from `Host` (RFC
  /// 9112, 3.2.2).
  public var host: String? { client.host ?? target.authority ?? headers[.host] }

  /// The body's form fields. Every line end in them is a line feed, although browsers send CR LF. Throws `unsupportedMediaType` for another media type, and `badForm` with the name of a
  /// field that does not decode.
  public func form() throws(HTTPError) -> FormFields {
    guard try textType()?.isSame(as: .form) == true else {
      throw HTTPError(.unsupportedMediaType, "A form must be sent as application/x-www-form-urlencoded.")
    }
    return try FormFields(decoding: body).withLineFeeds
  }
}

extension Request {
  /// All that is known of a request.
  private final class Content: Sendable {
    let id: String
    let method: Method
    let target: RequestTarget
    let headers: Headers
    let cookies: FormFields
    let client: Client
    let body: [UInt8]
    let upload: MultipartForm?
    let way: Way

    init(
      id: String, method: Method, target: RequestTarget, headers: Headers, cookies: FormFields, client: Client,
      body: [UInt8], upload: MultipartForm?, way: Way
    ) {
      (self.id, self.method, self.target, self.headers, self.cookies) = (id, method, target, headers, cookies)
      (self.client, self.body, self.upload, self.way) = (client, body, upload, way)
    }
  }

  /// How a request goes between the nodes of a site.
  package struct Way: Sendable {
    /// Whether another node has passed it on.
    package var isPassedOn = false
    /// The id of the event that it brings, if its client gave none: the request may have to go its way twice.
    package var eventID: String?
    /// The id that the site gives a new browser.
    package var newBrowser: String?
    /// Whether the answer may be old, because the node that passes it on cannot reach the site's database.
    package var mayBeOld = false
    /// Whether a relay of another node asks, which stands for many viewers.
    package var isRelayed = false
    /// What one node tells another without a question; nil for a request of a client.
    package var word: String?

    /// The way of a request that a client has just sent.
    package init() {}
  }

  /// Whether it may go its way twice: it changes nothing, or it brings an event, which counts once.
  package var isRepeatable: Bool { method == .get || method == .head || way.eventID != nil }
}

extension Request {
  /// The name and the password that the client sent (HTTP Basic, RFC 7617); nil if it sent none, or if they are not UTF-8.
  /// Anybody on the way can read them without TLS.
  public var basicCredentials: (name: String, password: String)? {
    guard let field = headers[.authorization] else { return nil }
    let words = field.split(separator: " ", omittingEmptySubsequences: true)
    guard words.count == 2, words[0].lowercased() == "basic", let bytes = Base64.bytes(words[1]),
      let text = String(validating: bytes, as: UTF8.self), let colon = text.firstIndex(of: ":")
    else { return nil }
    return (String(text[..<colon]), String(text[text.index(after: colon)...]))
  }
}
