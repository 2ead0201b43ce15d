import EspalierHTTP

/// Headers for curl and other clients without cookies: the instance, its events and its patches.
struct InstanceLinks: Sendable {
  /// For the page and its patches, which a client may keep if it asks whether they are still current.
  let page: Headers
  /// For the reply to an event, which nobody may keep.
  let event: Headers

  init(id: String, _ url: InstanceURL) {
    func headers(_ cacheControl: String) -> Headers {
      var headers: Headers = [.instance: id, .vary: "Accept, Cookie", .cacheControl: cacheControl]
      if url.isShort { headers[.link] = "<\(url.events)>; rel=\"events\", <\(url.patches)>; rel=\"patches\"" }
      return headers
    }
    (page, event) = (headers("private, no-cache"), headers("no-store"))
  }
}

extension HeaderName {
  /// `Espalier-Instance`: the id of the page instance.
  static let instance: HeaderName = "Espalier-Instance"
}
