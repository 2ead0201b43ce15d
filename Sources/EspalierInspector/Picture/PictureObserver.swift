package import Espalier
package import EspalierHTTP
import EspalierLocks
package import EspalierServer

/// Gives each page of a site a second page, the picture, which draws the trees of its instances.
package final class PictureObserver: InstanceObserver {
  /// The paths of the pictures.
  private let paths = Lock<Set<String>>([])

  package init() {}

  /// Returns the pictures of some pages. Makes no picture at a path that a page has already.
  func pictures(of pages: [Page]) -> [Page] {
    let taken = Set(pages.map(\.path))
    return pages.compactMap { page in
      let picture = page.picture
      guard !taken.contains(picture.path) else { return nil }
      paths.withLock { _ = $0.insert(picture.path) }
      return picture
    }
  }

  /// Returns the URL of the page that a picture draws; nil if `picture` is not a picture.
  private func subjectURL(of picture: PersistedInstance.Owner, in site: ToolSite) -> String? {
    guard let location = site.page(at: picture.page), paths.withLock({ $0.contains(location.page.path) }) else {
      return nil
    }
    return location.parentURL
  }

  /// Returns the instance whose tree a picture draws, held; nil if `picture` is not a picture.
  func subject(of picture: PersistedInstance.Owner, in site: ToolSite) -> Visit? {
    guard let url = subjectURL(of: picture, in: site), let location = site.page(at: url) else { return nil }
    return site.visit(of: location, for: picture.browser, tab: picture.tab)
  }

  /// Updates a picture to the current tree before a request reads or follows it. Returns false if it is not a picture.
  package func prepare(
    _ visit: Visit, in site: ToolSite, then work: @escaping @Sendable (isolated PageInstance) -> Void,
    otherwise refuse: @escaping @Sendable (HTTPError) -> Void
  ) throws(HTTPError) -> Bool {
    guard let subject = subject(of: visit.owner, in: site) else { return false }
    let draw = { @Sendable (picture: isolated PageInstance) in
      let picture: PageInstance = picture
      do throws(HTTPError) {
        try subject.enter(
          { $0.beWatched(by: picture) { instance in withExtendedLifetime(visit) { work(instance) } } },
          otherwise: refuse)
      } catch {
        refuse(error)
      }
    }
    try visit.enter(draw, otherwise: refuse)
    return true
  }

  /// Answers the event to draw more nodes, which the drawn instance handles, not the picture.
  package func answer(_ sent: AnyEvent, of picture: PersistedInstance.Owner, in site: ToolSite) -> Bool? {
    guard subjectURL(of: picture, in: site) != nil else { return nil }
    guard let address = sent.payload(of: MoreRow.open), let subject = subject(of: picture, in: site) else {
      return false
    }
    do {
      try subject.enter({ ($0.watch as? TreeWatch)?.open(address, of: $0) }, otherwise: { _ in })
    } catch {
      return false
    }
    return true
  }
}
