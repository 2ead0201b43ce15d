package import Espalier
package import EspalierHTTP
import EspalierLocks
package import EspalierServer

/// Gives each page of a site a page beside it, which draws the tree of its instances.
package final class PictureObserver: InstanceObserver {
  /// The path of the page that a picture draws, by the path of the picture.
  private let subjects = Lock<[String: String]>([:])

  package init() {}

  /// The pictures of some pages. A page that has the path of a picture stays what it is.
  func pictures(of pages: [Page]) -> [Page] {
    let taken = Set(pages.map(\.path))
    return pages.compactMap { page in
      let picture = page.picture
      guard !taken.contains(picture.path) else { return nil }
      subjects.withLock { $0[picture.path] = page.path }
      return picture
    }
  }

  /// The instance whose tree an owner's picture draws; nil for what is no picture.
  func subject(of picture: PersistedInstance.Owner, in site: ToolSite) throws(HTTPError) -> PageInstance? {
    guard let path = subjects.withLock({ $0[picture.page] }), let page = site.page(at: path) else { return nil }
    return try site.instance(of: page, for: picture.browser, tab: picture.tab)
  }

  /// Lets a picture show the tree as it is now, before a request reads or follows it.
  package func prepare(
    _ visit: Visit, in site: ToolSite, then work: @escaping @Sendable (isolated PageInstance) -> Void
  ) throws(HTTPError) -> Bool {
    guard let subject = try subject(of: visit.instance.name.owner, in: site) else { return false }
    subject.enter { $0.beWatched(by: visit.instance) { instance in withExtendedLifetime(visit) { work(instance) } } }
    return true
  }

  /// Answers what a picture cannot: to draw more is for the instance that is drawn.
  package func answer(_ sent: AnyEvent, of picture: PersistedInstance.Owner, in site: ToolSite) -> Bool? {
    guard subjects.withLock({ $0[picture.page] }) != nil else { return nil }
    guard let address = sent.payload(of: MoreRow.open), let subject = try? subject(of: picture, in: site) else {
      return false
    }
    subject.enter { ($0.watch as? TreeWatch)?.open(address, of: $0) }
    return true
  }
}
