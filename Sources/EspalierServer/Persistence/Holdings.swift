import Espalier
import EspalierHTTP
import EspalierLocks
import Synchronization

/// What one node of a cluster has at a time: page instances, with the services that they share in memory.
package struct Holding: Sendable, Hashable {
  package let name: String

  /// How many digits of an instance's id say which node has made it. The other 24 are random.
  package static let instancePrefixLength = 8

  package init(name: String) { self.name = name }

  /// The whole site, except the pages that say `.onAnyNode()`.
  package static let site = Holding(name: "site")
  /// What belongs to no holding: any node may save it.
  package static let free = Holding(name: "")
  /// One location of a page that all viewers share, by its URL. If that is very long, it is at the node that has the site.
  package static func page(_ url: String) -> Holding { Holding(ofPart: "page\(url)") }
  /// The pages of one browser.
  package static func browser(_ id: String) -> Holding { Holding(ofPart: "browser/\(id)") }

  /// A part of the site with a name that fits an index of a database; otherwise the site.
  private init(ofPart name: String) { self = name.utf8.count <= 1_000 ? Holding(name: name) : .site }

  /// The URL of the location; nil if it is not one.
  package var url: String? { name.hasPrefix("page/") ? String(name.dropFirst(4)) : nil }
  /// What it is, for the log. The id of a browser is its cookie, which nobody may read there.
  package var shown: String { self == .site ? "the site" : url == nil ? "a browser" : "a page" }
}

extension PageLocation {
  /// What a node of a cluster must have to show it; nil if that depends on the browser.
  var holding: Holding? {
    if !page.isOnAnyNode { return .site }
    return page.scope == .shared ? .page(page.belongsToParentPage ? parentURL : url) : nil
  }
}

/// A holding at this node.
final class Held: Sendable {
  let holding: Holding
  /// What has to be saved of it; nil without a store.
  let saves: SaveQueue?
  /// Says what may leave of it; nil on one machine.
  let tenure: Tenure?

  init(_ holding: Holding, _ saves: SaveQueue?, _ tenure: Tenure?) {
    (self.holding, self.saves, self.tenure) = (holding, saves, tenure)
  }
}

/// The holdings at this node. On one machine the site is all there is.
final class Holdings: Sendable {
  let site: Held
  /// For what belongs to none of them. On one machine this is `site`.
  let free: Held
  /// Whether each browser has a holding of its own.
  private let areBrowsersApart: Bool
  private let node: (any ClusterNode)?
  private let queue: SaveQueue?
  private let others = Lock<[Holding: Held]>([:])

  /// The holdings of a site with some pages. `queue` is the one of the site.
  init(of pages: [Page], _ queue: SaveQueue?, at node: (any ClusterNode)?) {
    (self.queue, self.node) = (queue, node)
    areBrowsersApart = node != nil && pages.contains { $0.isOnAnyNode && $0.scope != .shared }
    site = Held(.site, queue, node.map { Tenure($0, of: .site) })
    free = node == nil ? site : Held(.free, queue.map { SaveQueue(of: .free, like: $0) }, nil)
  }

  subscript(holding: Holding) -> Held {
    guard let node, holding != .site else { return site }
    return others.withLock { others in
      if let known = others[holding] { return known }
      let made = Held(holding, queue.map { SaveQueue(of: holding, like: $0) }, Tenure(node, of: holding))
      others[holding] = made
      return made
    }
  }

  /// The one to which an instance of a page belongs.
  subscript(location: PageLocation, owner: PersistedInstance.Owner) -> Held {
    self[location.holding ?? owner.browser.map { .browser($0) } ?? .site]
  }

  /// The one to which the services of a browser belong.
  subscript(browser id: String) -> Held { areBrowsersApart ? self[.browser(id)] : site }

  /// Whether this node has an entry of a holding.
  func contains(_ holding: Holding) -> Bool { holding == .site || others.withLock { $0[holding] != nil } }

  var all: [Held] { (node == nil ? [site] : [site, free]) + others.withLock { Array($0.values) } }

  /// Drops what waits to be saved of some holdings: another node may have them.
  func drop(_ holdings: Set<Holding>) {
    for held in all where holdings.contains(held.holding) { held.saves?.drop() }
  }

  /// Drops the holdings that nothing here uses. The node keeps those of which something is saved: the next request makes
  /// their pages again.
  func releaseUnused() {
    others.withLock { others in
      var unused: [Holding] = []
      for holding in Array(others.keys) where others[holding]?.saves?.isEmpty != false {
        if isKnownUniquelyReferenced(&others[holding]) { unused.append(holding) }
      }
      // Under the lock: a request that comes meanwhile must not find a holding that is being given up.
      for holding in unused {
        others[holding] = nil
        node?.release(holding)
      }
    }
  }
}

/// What may leave of a holding. When the lease of the node has lapsed, another node may have it, so nothing leaves until
/// the database has said who has it.
final class Tenure: Sendable {
  /// How long it waits before it asks the database again.
  private static let pause = Duration.milliseconds(100)

  private let node: any ClusterNode
  private let holding: Holding
  private let asked = Lock<(term: UInt64, ticket: SaveTicket)?>(nil)
  /// The term in which the node claimed the holding, if nobody had it before; otherwise 0. It holds for what was made before
  /// the claim, too.
  private let claimed = Atomic<UInt64>(0)

  init(_ node: any ClusterNode, of holding: Holding) { (self.node, self.holding) = (node, holding) }

  /// The term in which the node has it; 0 if it does not.
  var term: UInt64 { node.term(of: holding) ?? 0 }

  /// The node has claimed the holding, and nobody has had it before: what it made without it stays.
  func noteClaim(in term: UInt64) { claimed.store(term, ordering: .relaxed) }

  /// The open question whether the node still has the holding in a term. Replies and patches wait for it. Nil if they may
  /// leave. It is refused if another node has or had the holding since.
  ///
  /// What a node shows of a page or a browser that nobody has claimed may leave: it is what any node would show.
  func inQuestion(in term: UInt64) -> SaveTicket? {
    let term = term == 0 ? claimed.load(ordering: .relaxed) : term
    if term == 0, holding != .site { return nil }
    let ask: @Sendable (@escaping Found<Bool>.Reply) -> Void
    switch node.hasStill(holding, in: term) {
    case .here(let hasIt): return hasIt ? nil : SaveTicket(.refused)
    case .asked(let call): ask = call
    }
    let (ticket, isNew) = asked.withLock { asked in
      if let (known, ticket) = asked, known == term { return (ticket, false) }
      let ticket = SaveTicket()
      asked = (term, ticket)
      return (ticket, true)
    }
    if isNew { wait(ask, ticket) }
    return ticket
  }

  private func wait(_ ask: @escaping @Sendable (@escaping Found<Bool>.Reply) -> Void, _ ticket: SaveTicket) {
    ask { [self] hasIt in
      switch hasIt {
      case .success(let hasIt):
        asked.withLock { if $0?.ticket === ticket { $0 = nil } }
        ticket.resolve(hasIt ? .saved : .refused)
      case .failure:
        Task.detached {
          try? await Task.sleep(for: Self.pause)
          self.wait(ask, ticket)
        }
      }
    }
  }
}
