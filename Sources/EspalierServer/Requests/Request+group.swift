import EspalierHTTP

extension Request {
  /// The group of clients that limits count as one.
  var group: String { ClientGroup.name(of: remoteAddress) }

  /// Who sent it.
  var requester: Requester { Requester(name: browser ?? group, group: group) }
}
