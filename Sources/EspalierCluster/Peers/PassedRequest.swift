import Espalier
import EspalierHTTP

/// How a request travels between nodes: as it is, with two more headers. One is the secret of the cluster. The other says
/// what the first node knows of the request.
struct PassedRequest: Codable {
  /// The number of this form. A change that a node of another version cannot read gets another number.
  static let currentWire = 1

  let wire: Int
  let id: String
  let address: String
  let isProxied: Bool
  let isAddressKnown: Bool
  let isSecure: Bool
  let host: String?
  /// The id of an event.
  let event: String?
  /// Whether only the head of the answer is wanted. The request itself is a GET.
  let isHead: Bool
  let mayBeOld: Bool
  let isRelayed: Bool
  /// What one node tells another; nil for a request of a client.
  let word: String?
  /// For a request of a client: the channel for the stream of its answer, unless that is for a single viewer. For a word:
  /// the connection that it is about.
  let channel: Channel?

  /// A channel of a connection between two nodes.
  struct Channel: Codable {
    /// The name of the connection, which the node that follows has given.
    let connection: String
    /// Zero for the connection itself.
    let number: UInt32
  }

  /// What one node tells another about its channels.
  enum ChannelWord: String {
    /// Opens the connection, which is the answer.
    case open
    /// Nobody follows these channels any more.
    case leave
  }

  init(_ request: Request, on channel: Channel? = nil) {
    let (client, way) = (request.client, request.way)
    (wire, id) = (Self.currentWire, request.id)
    (address, isProxied, isAddressKnown) = (client.address, client.isProxied, client.isAddressKnown)
    (isSecure, host) = (client.isSecure, client.host)
    (event, mayBeOld, isRelayed) = (way.eventID, way.mayBeOld, way.isRelayed)
    isHead = request.method == .head
    (word, self.channel) = (way.word, channel)
  }

  /// Reads the header. Throws `HTTPError` with the reason.
  init(reading text: String) throws(HTTPError) {
    guard let json = try? JSON(parsing: Array(text.utf8)), case .int(let number)? = json["wire"] else {
      throw HTTPError(.badHeader, "The header is not that of a node.", field: HeaderName.sender.rawValue)
    }
    guard number == Self.currentWire else {
      throw HTTPError(
        .unavailable, "The node speaks the wire \(number), and this one the wire \(Self.currentWire).",
        field: HeaderName.sender.rawValue)
    }
    do throws(PayloadError) { self = try json.decode(PassedRequest.self) } catch {
      throw HTTPError(
        .badHeader, "The header is not that of a node: \(error).", field: HeaderName.sender.rawValue)
    }
  }

  /// The header's text.
  var text: String { (try? JSON(encoding: self))?.description ?? "" }

  /// The request as the first node got it.
  func request(from carrier: Request) -> Request {
    var headers = carrier.headers
    for name in [HeaderName.secret, .sender] { headers[name] = nil }
    if carrier.upload != nil { headers[.contentType] = MediaType.multipartForm.description }
    var way = Request.Way()
    (way.eventID, way.mayBeOld, way.isRelayed) = (event, mayBeOld, isRelayed)
    return Request(
      isHead ? .head : carrier.method, carrier.target, headers: headers, body: carrier.body,
      client: Client(
        address: address, isProxied: isProxied, isAddressKnown: isAddressKnown, isSecure: isSecure, host: host), id: id,
      upload: carrier.upload, way: way)
  }
}

extension HeaderName {
  static let secret: HeaderName = "Espalier-Secret"
  static let sender: HeaderName = "Espalier-Sender"
  /// What became of a passed request. An answer without it is not from a node.
  static let answer: HeaderName = "Espalier-Answer"

  /// Belongs to a connection, not to a request (RFC 9110, 7.6.1), or libcurl writes it.
  var staysHere: Bool {
    switch self {
    case .connection, .transferEncoding, .contentLength, .secret, .sender, .answer, "Keep-Alive", "TE", "Trailer",
      "Upgrade", "Proxy-Connection", "Expect":
      true
    default: false
    }
  }
}

/// The value of `Espalier-Answer`.
enum AnswerMark: String {
  /// The site has answered.
  case given
  /// The site has answered with a stream, which comes on the channel of the request.
  case onChannel = "on-channel"
  /// The node does not have what the request is about.
  case moved
  /// The port lets the request in no further.
  case refused
}
