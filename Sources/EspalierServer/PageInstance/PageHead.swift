import EspalierHTTP

/// The headers of replies with a page. They are the same for all requests until something changes.
struct PageHead {
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
    unchanged = headers
    if key.isGzip { headers[.contentEncoding] = "gzip" }
    headers[.contentType] = (key.isHTML ? MediaType.html : .json).description
    whole = headers
  }
}
