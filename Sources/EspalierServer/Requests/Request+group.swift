import EspalierHTTP

extension Request {
  /// Whose requests are counted together.
  var group: String { ClientGroup.name(of: remoteAddress) }
}
