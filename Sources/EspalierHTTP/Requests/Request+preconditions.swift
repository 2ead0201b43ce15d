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
}
