package import Espalier
import EspalierLocks
import EspalierServer

extension ServerNode {
  /// What the site shares with all nodes, as this one knows it.
  struct Shares {
    /// Until when it has heard what was shared; nil if it is not registered.
    private(set) var moment: Moment?
    /// The labels under which something was shared that it has not read yet.
    private var unread: Set<String> = []
    private var mustReadAll = false
    /// What this node shares, until the database has it.
    private(set) var unsent: [String: JSON] = [:]

    /// The labels to read; nil for all, and none if there is nothing new.
    var labelsToRead: [String]?? { mustReadAll ? .some(nil) : unread.isEmpty ? nil : .some(Array(unread)) }

    mutating func begin(at moment: Moment) { (self.moment, mustReadAll) = (moment, true) }

    mutating func take(_ news: News, afterGap: Bool) {
      moment = news.moment
      unread.formUnion(news.labels)
      if afterGap { mustReadAll = true }
    }

    /// Takes what the database has under some labels. Returns what counts: something newer may be on its way there.
    mutating func take(_ shares: [String: JSON], under labels: [String]?) -> [String: JSON] {
      if let labels { unread.subtract(labels) } else { (mustReadAll, unread) = (false, []) }
      return shares.filter { unsent[$0.key] == nil }
    }

    mutating func send(_ value: JSON, labelled label: String) { unsent[label] = value }

    /// The database has a value.
    mutating func noteSent(_ value: JSON, labelled label: String) { if unsent[label] == value { unsent[label] = nil } }
  }

  package func share(_ value: JSON, labelled label: String) {
    state.withLock { $0.shares.send(value, labelled: label) }
    send(value, labelled: label)
  }

  /// Sends again what did not reach the database.
  func sendShares() {
    for (label, value) in state.withLock({ $0.shares.unsent }) { send(value, labelled: label) }
  }

  private func send(_ value: JSON, labelled label: String) {
    engine.share(value, labelled: label) { [self] result in
      guard case .success = result else { return }
      state.withLock { $0.shares.noteSent(value, labelled: label) }
      tellNews()
    }
  }

  /// Tells the other nodes, which would find it with their next beat anyway.
  private func tellNews() {
    engine.nodes { [self] nodes in
      let own = state.withLock { $0.name }
      for node in ((try? nodes.get()) ?? [:]).keys where node != own { peers.tellNews(to: node.address) }
    }
  }

  /// Reads what was shared since this node has heard of it, and passes it on to the site.
  func readShares() {
    guard let labels = state.withLock({ $0.shares.labelsToRead }) else { return }
    engine.shares(labelled: labels) { [self] result in
      guard case .success(let shares) = result else { return }
      let (site, heard) = state.withLock { ($0.site, $0.shares.take(shares, under: labels)) }
      if !heard.isEmpty { site?.hear(heard) }
    }
  }
}
