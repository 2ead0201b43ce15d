extension ContentCoding {
  /// The sizes in bytes of the replies that are worth compressing. A shorter one takes one packet anyway.
  static let worthwhile = 1_024...(16 << 20)
}

extension Response {
  /// The reply in gzip if it is a text of some length, the client accepts it, and it holds nobody's secret.
  ///
  /// An attacker who can put text into a reply could learn a secret beside it from the length of the compressed reply
  /// (BREACH; RFC 9110, 17.6 warns of such side channels). So a reply stays as it is if it is private, or if the request
  /// came with a cookie or a password and the reply does not say that it is public.
  func compressed(for request: Request) -> Response {
    guard (ContentCoding.worthwhile.lowerBound...ContentCoding.most).contains(body.count) else { return self }
    guard mayCompress(for: request), !headers.contains(.contentEncoding), isText else { return self }
    // The numbers of a part count bytes of the plain text.
    guard !headers.contains(.contentRange) else { return self }
    var response = self
    response.headers.vary(by: .acceptEncoding)
    guard request.acceptsGzip, let bytes = ContentCoding.gzip.encode(body.collected, .fast) else { return response }
    response.headers[.contentEncoding] = ContentCoding.gzip.rawValue
    // Other bytes need another strong tag; a weak tag stands for all codings of a text (RFC 9110, 8.8.1).
    if let tag = headers[.etag], !tag.hasPrefix("W/") { response.headers[.etag] = "W/\(tag)" }
    response.plainCount = body.count
    response.body = .bytes(bytes)
    return response
  }

  private var isText: Bool {
    switch body {
    case .bytes, .shared: headers[.contentType].flatMap(MediaType.init)?.isCompressible ?? false
    case .empty, .file, .stream: false
    }
  }

  private func mayCompress(for request: Request) -> Bool {
    // All pages begin like this.
    if headers[.cacheControl]?.utf8.starts(with: "private".utf8) == true { return false }
    let directives = (headers.list(of: .cacheControl) ?? "").lowercased().listElements().map(\.trimmed)
    if directives.contains(where: { ["private", "no-store", "no-transform"].contains($0) }) { return false }
    return directives.contains("public")
      || !request.headers.contains(.cookie) && !request.headers.contains(.authorization)
  }
}

extension Headers {
  /// Says that the reply depends on a header of the request, too.
  package mutating func vary(by name: HeaderName) {
    guard let old = list(of: .vary) else { return self[.vary] = name.rawValue }
    if old.trimmed == "*" || old.listElements().contains(where: { HeaderName(rawValue: String($0.trimmed)) == name }) {
      return
    }
    self[.vary] = "\(old), \(name.rawValue)"
  }
}
