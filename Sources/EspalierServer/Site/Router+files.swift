import Espalier
import EspalierHTTP

extension Router: FileTaking {
  /// Answers for the events of pages that take files. A page of another site is refused before its files are stored. Who
  /// the sender is, and whether the event takes the files, is checked when they have arrived: that runs code of pages, for
  /// which the daemon must not wait.
  func fileLimit(of head: Request) throws(HTTPError) -> Int? {
    guard let match = site.index.match(head.segments), case .page(let page, .events) = match.target,
      let limit = page.mostFileBytes
    else { return nil }
    try site.hosts.check(head, isPrivate: false)
    _ = try Origin.check(head, hosts: site.hosts)
    return limit
  }
}

extension PrefixRouter: FileTaking {
  func fileLimit(of head: Request) throws(HTTPError) -> Int? {
    try head.below(prefix.segments).flatMap { (inner) throws(HTTPError) in try router.fileLimit(of: inner) }
  }
}
