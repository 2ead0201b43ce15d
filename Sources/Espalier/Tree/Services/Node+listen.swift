import Synchronization

/// A node that listens to a signal for as long as it is part of a page, or until it is cancelled.
final class Listening: Cancellable {
  /// What is listened to.
  fileprivate let source: ObjectIdentifier
  /// Begins to listen for a tree, under a number; returns what stops it.
  fileprivate let begin: (Inbox, Int) -> () -> Void
  let take: (any Sendable) -> Void
  fileprivate var stop: (() -> Void)?
  private weak var node: Node?
  private weak var tree: Tree?
  private var number = 0

  init(
    of node: Node, to source: AnyObject, begin: @escaping (Inbox, Int) -> () -> Void,
    take: @escaping (any Sendable) -> Void
  ) {
    self.node = node
    self.source = ObjectIdentifier(source)
    self.begin = begin
    self.take = take
  }

  deinit { stop?() }

  /// Nothing more is heard, not even what was said before and has not been heard yet.
  func cancel() {
    leave()
    node?.existing(Listenings.self)?.all.removeAll { $0 === self }
  }

  /// Its number in a tree: the same one as long as it is in no other.
  fileprivate func number(in tree: Tree) -> Int {
    if self.tree !== tree {
      (self.tree, number) = (tree, tree.listeners.number())
    }
    return number
  }

  fileprivate func leave() {
    stop?()
    stop = nil
  }
}

extension TreeNode where Self: Node {
  /// Listens to a signal, in the page's lane, for as long as the node is part of a page.
  ///
  /// ```swift
  /// listen(to: stock.prices) { cell, price in cell.content.price = price }
  /// list.listen(to: basket) { list, basket in list.set(rows: basket.wares) }
  /// ```
  ///
  /// A signal with a current value: the handler gets it now, and whenever it has become another one; when the node comes
  /// back to a page, the value that there is by then. Changes that come faster than the page is updated are one: the
  /// handler gets the last value. A signal without one: the handler gets each value that is sent while the node is part of
  /// a page, in order.
  ///
  /// What an event of this page makes a service say is heard before the event's change goes out, and is part of it. What
  /// comes from elsewhere is pushed. To listen to the same signal once more replaces the old handler.
  @discardableResult
  public func listen<Value>(
    to signal: Signal<Value>, _ handler: @escaping (Self, Value) -> Void
  ) -> any Cancellable {
    guard let current = signal.current else { return hear(signal, handler) }
    return follow(signal, from: current, handler)
  }

  /// Hears each value that is sent.
  private func hear<Value>(_ signal: Signal<Value>, _ handler: @escaping (Self, Value) -> Void) -> Listening {
    let begin = { (inbox: Inbox, number: Int) in
      let listener = signal.add { inbox.put($0, for: number) }
      return { signal.remove(listener) }
    }
    let listening = Listening(of: self, to: signal, begin: begin) { [weak self] value in
      if let self, let value = value as? Value { handler(self, value) }
    }
    add(listening)
    return listening
  }

  /// Hears the current value, and that it is another one.
  private func follow<Value>(
    _ signal: Signal<Value>, from current: Signal<Value>.Current, _ handler: @escaping (Self, Value) -> Void
  ) -> Listening {
    let begin = { (inbox: Inbox, number: Int) in
      let isTold = Flag()
      let tell: @Sendable () -> Void = { if isTold.raise() { inbox.put(isTold, for: number) } }
      let listener = signal.add { _ in tell() }
      // What happened before must not be missed.
      tell()
      return { signal.remove(listener) }
    }
    var heard = current.version
    let listening = Listening(of: self, to: signal, begin: begin) { [weak self] flag in
      // Lowered before the value is read: what changes after that is told again.
      (flag as? Flag)?.lower()
      guard let self, let current = signal.current, current.version != heard else { return }
      heard = current.version
      handler(self, current.value)
    }
    handler(self, current.value)
    add(listening)
    return listening
  }
}

extension CellModel {
  /// A cell that shows the value of a signal: its current one or, if it has none, the content until the signal sends one.
  ///
  /// ```swift
  /// let star = Signal(Star(isSet: false))
  /// list.add(CellModel(Star(), following: star))      // here, and at any other place
  /// ```
  public convenience init(_ content: C, key: String? = nil, following signal: Signal<C>) {
    self.init(signal.value ?? content, key: key)
    listen(to: signal) { $0.content = $1 }
  }
}

/// Whether something has been said that was not taken yet.
private final class Flag: Sendable {
  private let isUp = Atomic(false)

  /// Returns whether it was down.
  func raise() -> Bool { !isUp.exchange(true, ordering: .acquiringAndReleasing) }

  func lower() { isUp.store(false, ordering: .releasing) }
}

extension Node {
  /// Begins to listen, instead of what listens to the same until now.
  func add(_ listening: Listening) {
    let listenings = feature(Listenings.self)
    listenings.all.first { $0.source == listening.source }?.cancel()
    listenings.all.append(listening)
    if let tree { listening.begin(in: tree) }
  }
}

extension Listening {
  /// Ends listening in one tree, and begins in another.
  func move(to tree: Tree?) {
    leave()
    if let tree { begin(in: tree) }
  }

  fileprivate func begin(in tree: Tree) {
    if tree.hasEnded { return }
    // One that has only been to another place hears what was said before it went.
    let number = number(in: tree)
    tree.listeners.byNumber[number] = self
    let end = begin(tree.listeners.inbox, number)
    stop = { [weak tree] in
      end()
      tree?.listeners.byNumber[number] = nil
    }
  }
}
