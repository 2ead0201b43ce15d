/// What the conditions of a request mean for its answer.
enum Precondition: Equatable {
  /// Answer as if there were none.
  case met
  /// The client has the current version: 304.
  case notModified
  /// 412
  case failed
}

extension Request {
  /// Whether `If-None-Match` names the current version, so that GET gets a 304 (RFC 9110, 13.1.2).
  package func alreadyHas(_ current: EntityTag) -> Bool {
    headers.list(of: .ifNoneMatch).map { Self.list($0, has: current.matchesWeakly) } ?? false
  }

  /// Whether `If-Match` is absent or names the current version; if not, answer 412 (RFC 9110, 13.1.1).
  package func mayChange(_ current: EntityTag) -> Bool {
    headers.list(of: .ifMatch).map { Self.list($0, has: current.matchesStrongly) } ?? true
  }

  private static func list(_ header: String, has matches: (EntityTag) -> Bool) -> Bool {
    header.trimmed == "*" || header.listElements().compactMap { EntityTag(parsing: $0) }.contains(where: matches)
  }

  /// The conditions of GET and HEAD, in their order (RFC 9110, 13.2.2). A condition with a date means nothing for
  /// something that has none, or if it is not a date.
  func precondition(_ tag: EntityTag, modified: HTTPDate?, now: HTTPDate) -> Precondition {
    if headers.contains(.ifMatch) {
      guard mayChange(tag) else { return .failed }
    } else if let modified, let since = date(.ifUnmodifiedSince, now), modified > since {
      return .failed
    }
    if headers.contains(.ifNoneMatch) { return alreadyHas(tag) ? .notModified : .met }
    if let modified, let since = date(.ifModifiedSince, now), modified <= since { return .notModified }
    return .met
  }

  /// Which bytes to send. HEAD gets no part. With `If-Range`, a part is for a client that has another part of this very
  /// version; other clients need the whole (RFC 9110, 13.1.5).
  func range(of count: Int, _ tag: EntityTag, modified: HTTPDate?, now: HTTPDate) -> ByteRange {
    guard method == .get, let range = single(.range) else { return .whole }
    if headers.contains(.ifRange) {
      guard let condition = single(.ifRange) else { return .whole }
      if let asked = EntityTag(parsing: condition) {
        guard asked.matchesStrongly(tag) else { return .whole }
      } else {
        // A file that was changed a moment ago may change again within the same second.
        guard let modified, modified == HTTPDate(parsing: condition, now: now), modified < now else { return .whole }
      }
    }
    return ByteRange(parsing: range, of: count)
  }

  private func date(_ name: HeaderName, _ now: HTTPDate) -> HTTPDate? {
    single(name).flatMap { HTTPDate(parsing: $0, now: now) }
  }

  /// The value of a field that may occur once; nil if it is absent or occurs more often.
  private func single(_ name: HeaderName) -> String? {
    let values = headers.values(of: name)
    return values.count == 1 ? String(values[0].trimmed) : nil
  }
}
