import EspalierHTTP
import Espalier

/// One version of a page as whole documents. Each is made once for all requests. Used only in its instance's lane.
struct PageDocuments {
  let version: Version
  let regions: [String]
  /// The lists as HTML.
  var lists: [PageMarkup]?
  /// The last document with the lists, if it is short.
  var short: ShortDocument?
  /// The same document in gzip, and the tree; nil if nobody has asked for it, `.some(nil)` if compression saves too little.
  var gzip: (key: ShortDocument.Key, document: GzipDocument?)?
  var gzipTree: GzipDocument??
  /// The tree as JSON.
  var tree: [UInt8]?
  /// The whole page as HTML and as JSON; also nil if making it changes something.
  var exportedLists: [PageMarkup]?
  var exportedTree: [UInt8]?

  init(version: Version, regions: [String]) {
    self.version = version
    self.regions = regions
  }

  /// The approximate bytes of the documents.
  @inline(__always) var weight: Int {
    [lists, exportedLists].reduce(0) { $0 + ($1?.reduce(0) { $0 + $1.weight } ?? 0) }
      + (short?.weight ?? 0) + (gzip?.document?.weight ?? 0) + (gzipTree??.weight ?? 0) + (tree?.count ?? 0)
      + (exportedTree?.count ?? 0)
  }
}

/// A page as one document that is ready to be sent, except for the number of the load.
struct ShortDocument {
  /// Everything that the document depends on, besides the version of the page.
  struct Key: Equatable {
    /// The fingerprint of the shell.
    let shell: String
    let title: String
    /// The tag of the language.
    let language: String
  }

  let key: Key
  /// The document for some load.
  private let bytes: [UInt8]
  /// Where the number of the load begins.
  private let places: [Int]

  /// Takes the document of one load, which consists of these parts. The loads separate the pieces of joined parts.
  init(_ key: Key, _ bytes: [UInt8], of parts: [SharedBytes.Part]) {
    self.key = key
    self.bytes = bytes
    var (places, end): ([Int], Int) = ([], 0)
    for part in parts {
      switch part {
      case .bytes(let bytes): end += bytes.count
      case .joined(let pieces, let load):
        for (index, piece) in pieces.enumerated() {
          if index > 0 {
            places.append(end)
            end += load.count
          }
          end += piece.count
        }
      }
    }
    self.places = places
  }

  /// The approximate bytes that it takes.
  var weight: Int { bytes.count + 8 * places.count }

  /// The document for another load, whose number has as many digits.
  func bytes(load: String) -> [UInt8] {
    let digits = load.utf8.span
    var copy = bytes
    var span = copy.mutableSpan
    for place in places {
      for index in digits.indices { span[place + index] = digits[index] }
    }
    return copy
  }
}

/// The headers of replies with a page. They are the same for all requests until something changes.
final class PageHead {
  /// Everything that the headers depend on, besides the instance.
  struct Key: Equatable {
    let version: Version
    let view: PageView
    let isHTML: Bool
    /// Whether the body is in gzip.
    let isGzip: Bool
    /// Whether the body may be in gzip for another client.
    let mayBeGzip: Bool
    /// Whether `Accept-Language` has chosen the language.
    let isNegotiated: Bool
    /// The fingerprint of the shell.
    let shell: String
    /// The number of events that have had their outcome. An event uses up the number of a page's load, so the next load
    /// must have another tag.
    let events: Int
  }

  let key: Key
  let tag: EntityTag
  /// The headers of a 304.
  let unchanged: Headers
  /// The headers of a reply with a body.
  let whole: Headers

  /// The tags of the tree as JSON at a version: as it is, and in gzip. A strong tag stands for certain bytes only (RFC
  /// 9110, 8.8.3.3).
  static func treeTags(_ version: Version) -> (plain: EntityTag, gzip: EntityTag) {
    (EntityTag(version.description), EntityTag(version.description + gzipEnding))
  }

  /// The version in one of these tags.
  static func version(in tag: EntityTag) -> String {
    tag.value.hasSuffix(gzipEnding) ? String(tag.value.dropLast(gzipEnding.count)) : tag.value
  }

  private static let gzipEnding = "-gzip"

  init(_ key: Key, _ links: InstanceLinks) {
    self.key = key
    let name = key.view == .full ? "\(key.version)-full" : key.version.description
    // Two representations need two tags, or a cache could take one for the other (RFC 9110, 8.8.3).
    // A weak tag stands for all codings of a document.
    tag =
      key.isHTML
      ? EntityTag("\(name)-\(key.shell)-\(key.events)", isWeak: true)
      : key.isGzip ? Self.treeTags(key.version).gzip : EntityTag(name)
    var headers = links.page
    headers[.etag] = tag.description
    if key.isNegotiated { headers.vary(by: .acceptLanguage) }
    if key.mayBeGzip { headers.vary(by: .acceptEncoding) }
    unchanged = headers.checked
    if key.isGzip { headers[.contentEncoding] = "gzip" }
    headers[.contentType] = (key.isHTML ? MediaType.html : .json).description
    whole = headers.checked
  }
}
