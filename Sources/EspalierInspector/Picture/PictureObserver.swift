package import Espalier
package import EspalierHTTP
import EspalierLocks
package import EspalierServer

/// Gives each page of a site a second page, the picture, which draws the trees of its instances.
package final class PictureObserver: InstanceObserver {
  /// The path of each drawn page, by the path of its picture.
  private let subjects = Lock<[String: String]>([:])

  package init() {}

  /// Returns the pictures of some pages. Makes no picture at a path that a page has already.
  func pictures(of pages: [Page]) -> [Page] {
    let taken = Set(pages.map(\.path))
    return pages.compactMap { page in
      let picture = page.picture
      guard !taken.contains(picture.path) else { return nil }
      subjects.withLock { $0[picture.path] = page.path }
      return picture
    }
  }

  /// Returns the instance whose tree a picture draws; nil if `picture` is not a picture.
  func subject(of picture: PersistedInstance.Owner, in site: ToolSite) throws(HTTPError) -> PageInstance? {
    guard let path = subjects.withLock({ $0[picture.page] }), let page = site.page(at: path) else { return nil }
    return try site.instance(of: page, for: picture.browser, tab: picture.tab)
  }

  /// Updates a picture to the current tree before a request reads or follows it. Returns false if it is not a picture.
  package func prepare(
    _ visit: Visit, in site: ToolSite, then work: @escaping @Sendable (isolated PageInstance) -> Void
  ) throws(HTTPError) -> Bool {
    guard let subject = try subject(of: visit.instance.name.owner, in: site) else { return false }
    subject.enter { $0.beWatched(by: visit.instance) { instance in withExtendedLifetime(visit) { work(instance) } } }
    return true
  }

  /// Answers the event to draw more nodes, which the drawn instance handles, not the picture.
  package func answer(_ sent: AnyEvent, of picture: PersistedInstance.Owner, in site: ToolSite) -> Bool? {
    guard subjects.withLock({ $0[picture.page] }) != nil else { return nil }
    guard let address = sent.payload(of: MoreRow.open), let subject = try? subject(of: picture, in: site) else {
      return false
    }
    subject.enter { ($0.watch as? TreeWatch)?.open(address, of: $0) }
    return true
  }
}
