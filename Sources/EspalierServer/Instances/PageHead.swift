import EspalierHTTP

/// The headers of replies with a page. They are the same for all requests until something changes.
struct PageHead {
  /// Everything that the headers depend on, besides the instance.
  struct Key: Equatable {
    let version: Version
    let view: PageView
    let isHTML: Bool
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

  init(_ key: Key, _ links: InstanceLinks) {
    self.key = key
    let name = key.view == .full ? "\(key.version)-full" : key.version.description
    // Two representations need two tags, or a cache could take one for the other (RFC 9110, 8.8.3).
    tag = EntityTag(key.isHTML ? "\(name)-\(key.shell)-\(key.events)" : name, isWeak: key.isHTML)
    var headers = links.page
    headers[.etag] = tag.description
    if key.isNegotiated { headers[.vary] = "Accept, Cookie, Accept-Language" }
    unchanged = headers
    headers[.contentType] = (key.isHTML ? MediaType.html : .json).description
    whole = headers
  }
}
