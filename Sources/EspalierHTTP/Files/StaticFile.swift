/// A file that is ready to be served.
package struct StaticFile: Sendable {
  let body: Response.Body
  let type: MediaType
  let tag: EntityTag
  let cacheControl: String
  /// When the file last changed; nil for one that is part of the program.
  private let modified: HTTPDate?
  /// Nil if the server does not compress the file.
  private let compressed: CompressedForms?

  package init(name: String, bytes: [UInt8], isImmutable: Bool = false) {
    self.init(name: name, body: .bytes(bytes), tag: Fingerprint.of(bytes), modified: nil, isImmutable: isImmutable)
  }

  /// A small file that was read.
  init(name: String, bytes: [UInt8], modified: HTTPDate) {
    self.init(name: name, body: .bytes(bytes), tag: Fingerprint.of(bytes), modified: modified, isImmutable: false)
  }

  /// A large file. Its time and size identify its version, so the server need not read it.
  init(name: String, _ file: RegularFile) {
    let tag = "\(String(file.modified, radix: 16))-\(String(file.size, radix: 16))"
    self.init(name: name, body: .file(file.open), tag: tag, modified: file.date, isImmutable: false)
  }

  private init(name: String, body: Response.Body, tag: String, modified: HTTPDate?, isImmutable: Bool) {
    (self.body, self.modified) = (body, modified)
    type = .ofFile(named: name)
    self.tag = EntityTag(tag)
    // A name that contains the fingerprint of its content always means the same bytes (RFC 8246).
    cacheControl = isImmutable || Self.isFingerprinted(name) ? Self.immutable : "no-cache"
    if case .bytes(let bytes) = body, type.isCompressible, CompressedForms.sizes.contains(bytes.count) {
      compressed = CompressedForms(bytes)
    } else {
      compressed = nil
    }
  }

  private static let immutable = "public, max-age=31536000, immutable"

  package static func byPath(_ files: [String: [UInt8]], isImmutable: Bool = false) -> [String: StaticFile] {
    files.reduce(into: [:]) { $0[$1.key] = StaticFile(name: $1.key, bytes: $1.value, isImmutable: isImmutable) }
  }

  /// Answers GET and HEAD with 200, 206, 304, 412 or 416, and refuses other methods. Compresses the whole body if the
  /// client accepts it; each coding has its own tag. A part is never compressed. With the query
  /// `v=TAG`, which names the version, a client need not ask again.
  package func response(to request: Request, at now: Timestamp = .now) throws(HTTPError) -> Response {
    guard request.method == .get || request.method == .head else {
      throw HTTPError(.methodNotAllowed, "A file answers only GET and HEAD.", allow: [.get, .head])
    }
    let now = HTTPDate(seconds: now.milliseconds / 1000)
    let isNamed = request.target.rawQuery == "v=\(tag.value)"
    var headers: Headers = [.cacheControl: isNamed ? Self.immutable : cacheControl]
    // A file may say that it is from the future; a reply may not (RFC 9110, 8.8.2.1).
    let modified = modified.map { min($0, now) }
    let range = request.range(of: body.count, tag, modified: modified, now: now)
    var (body, tag) = (body, tag)
    if let compressed {
      headers[.vary] = HeaderName.acceptEncoding.rawValue
      if range == .whole, let coding = request.contentCoding, let bytes = compressed[coding] {
        headers[.contentEncoding] = coding.rawValue
        (body, tag) = (.bytes(bytes), EntityTag("\(tag.value)-\(coding.rawValue)"))
      }
    }
    headers[.etag] = tag.description
    headers[.lastModified] = modified?.description
    switch request.precondition(tag, modified: modified, now: now) {
    case .failed: throw HTTPError(.preconditionFailed, "The file is another version than the request's condition says.")
    case .notModified: return Response(.notModified, headers: headers)
    case .met: break
    }
    if !headers.contains(.contentEncoding) { headers[.acceptRanges] = "bytes" }
    headers[.contentType] = type.description
    switch range {
    case .whole:
      var response = Response(.ok, headers: headers, body: body)
      response.plainCount = self.body.count
      return response
    case .part(let part):
      headers[.contentRange] = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(body.count)"
      return Response(.partialContent, headers: headers, body: body.part(part))
    case .outside:
      let error = HTTPError(.rangeNotSatisfiable, "The file has \(body.count) bytes.", field: HeaderName.range.rawValue)
      return .problem(error, for: request).with(.contentRange, "bytes */\(body.count)")
    }
  }

  /// `app.0a1b2c3d.js` or `app-0a1b2c3d.js`: eight or more hexadecimal digits, both figures and letters, before the
  /// extension (a date has no letters).
  static func isFingerprinted(_ name: String) -> Bool {
    let file = name.split(separator: "/").last ?? ""
    let parts = file.split(whereSeparator: { $0 == "." || $0 == "-" })
    guard parts.count >= 3 else { return false }
    let mark = parts[parts.count - 2].utf8
    return mark.count >= 8 && mark.allSatisfy { $0.hexadecimalValue != nil } && mark.contains(where: \.isDigit)
      && !mark.allSatisfy(\.isDigit)
  }
}
