package import Espalier
import EspalierLocks
import EspalierServer
import EspalierTables

extension ServerNode {
  /// What the site shares with all nodes, as this one knows it.
  struct Shares {
    /// Until when it knows what was shared; nil before the node has registered.
    private(set) var moment: Moment?
    /// The labels under which something was shared that it has not read yet.
    private var unread: Set<String> = []
    private var mustReadAll = false
    /// What this node shares, until the database has it.
    private var unsent: [String: JSON] = [:]
    /// The labels of those that are being sent.
    private var onTheirWay: Set<String> = []

    /// What the node has to read of the database.
    enum Reading: Sendable {
      case nothing, all
      case some([String])
    }

    mutating func readAll(from moment: Moment) { (self.moment, mustReadAll) = (moment, true) }

    mutating func note(_ news: News, afterGap: Bool) {
      moment = news.moment
      unread.formUnion(news.labels)
      if afterGap { mustReadAll = true }
    }

    /// The labels to read now. Changes that come later are read again.
    mutating func takeReading() -> Reading {
      defer { (mustReadAll, unread) = (false, []) }
      return mustReadAll ? .all : unread.isEmpty ? .nothing : .some(Array(unread))
    }

    /// A reading has failed.
    mutating func putBack(_ reading: Reading) {
      switch reading {
      case .nothing: break
      case .all: mustReadAll = true
      case .some(let labels): unread.formUnion(labels)
      }
    }

    /// What counts of a reading: something newer may be on its way to the database.
    func accepted(_ shares: [String: JSON]) -> [String: JSON] { shares.filter { unsent[$0.key] == nil } }

    mutating func add(_ value: JSON, labelled label: String) { unsent[label] = value }

    /// The values to send now, one at a time under each label.
    mutating func takeUnsent() -> [String: JSON] {
      let due = unsent.filter { !onTheirWay.contains($0.key) }
      onTheirWay.formUnion(due.keys)
      return due
    }

    /// A value has reached the database, or not.
    mutating func noteSent(_ value: JSON, labelled label: String, isSaved: Bool) {
      onTheirWay.remove(label)
      if isSaved, unsent[label] == value { unsent[label] = nil }
    }
  }

  package func share(_ value: JSON, labelled label: String) {
    state.withLock { $0.shares.add(value, labelled: label) }
    sendShares()
  }

  /// Sends what the database does not have yet.
  func sendShares() {
    for (label, value) in state.withLock({ $0.shares.takeUnsent() }) {
      engine.share(value, labelled: label) { [self] result in
        state.withLock { $0.shares.noteSent(value, labelled: label, isSaved: result.isSuccess) }
        guard result.isSuccess else { return }
        tell(.news)
        sendShares()
      }
    }
  }

  /// A reply that tells the other nodes first that there is news. They would find it with their next beat anyway.
  func telling(_ reply: @escaping StoreReply<Void>) -> StoreReply<Void> {
    { [self] result in
      if result.isSuccess { tell(.news) }
      reply(result)
    }
  }

  package func carry(_ value: JSON, as name: String) { tell(.signal(name, value)) }

  /// Tells all other nodes something.
  func tell(_ word: PeerWord) {
    for address in state.withLock({ $0.addresses }) { peers.tell(word, to: address) }
  }

  /// Another node tells something.
  func hear(_ word: PeerWord) {
    switch word {
    case .news: lookForNews()
    case .written(let name): for database in databases where database.name == name { database.look() }
    case .signal(let name, let value): state.withLock { $0.site }?.hear(value, ofSignal: name)
    }
  }

  /// Beats, so that it hears what is new. If a beat is on its way, it beats once more after that.
  private func lookForNews() {
    let isOnItsWay = state.withLock { state in
      if state.asked != nil { state.mustBeatAgain = true }
      return state.asked != nil
    }
    if !isOnItsWay { beat { _ in } }
  }

  /// Reads what was shared, and passes it on to the site.
  func readShares() {
    let reading = state.withLock { $0.shares.takeReading() }
    let labels: [String]?
    switch reading {
    case .nothing: return
    case .all: labels = nil
    case .some(let some): labels = some
    }
    engine.shares(labelled: labels) { [self] result in
      guard case .success(let shares) = result else { return state.withLock { $0.shares.putBack(reading) } }
      let (site, heard) = state.withLock { ($0.site, $0.shares.accepted(shares)) }
      if !heard.isEmpty { site?.hear(heard) }
    }
  }
}
