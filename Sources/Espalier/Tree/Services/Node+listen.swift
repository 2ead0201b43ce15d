import Synchronization

/// A node's connection to a signal. It lasts while the node is part of a page, or until it is cancelled.
final class Listening: Cancellable {
  /// The signal.
  let source: ObjectIdentifier
  /// The field of the signal's value to which it listens; nil if it receives whole values.
  let field: HeardField?
  /// Starts to listen for a tree, under a number. Returns a closure that stops it.
  fileprivate let begin: (Inbox, Int) -> () -> Void
  let take: (any Sendable) -> Void
  fileprivate var stop: (() -> Void)?
  private weak var node: Node?
  private weak var tree: Tree?
  private var number = 0

  init(
    of node: Node, to source: AnyObject, only field: HeardField?, begin: @escaping (Inbox, Int) -> () -> Void,
    take: @escaping (any Sendable) -> Void
  ) {
    self.node = node
    self.source = ObjectIdentifier(source)
    self.field = field
    self.begin = begin
    self.take = take
  }

  deinit { stop?() }

  /// Stops listening. Values that were sent but not delivered yet are dropped.
  func cancel() {
    leave()
    node?.existing(Listenings.self)?.all.removeAll { $0 === self }
  }

  /// Its number in a tree. The number stays the same until the node is in another tree.
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
  /// If the signal has a current value, the handler receives it now and after each change. When the node comes back to
  /// a page, the handler receives the current value if it has changed meanwhile. If the value changes faster than the
  /// page is updated, the handler receives only the last value. If the signal has no current value, the handler
  /// receives, in order, each value that is sent while the node is part of a page.
  ///
  /// If an event of this page makes a service send a value, the handler runs before the event's patch is sent, and its
  /// changes are part of that patch. Values from elsewhere are pushed. Listening to the same signal again replaces the
  /// old handler.
  @discardableResult
  public func listen<Value>(
    to signal: Signal<Value>, _ handler: @escaping (Self, Value) -> Void
  ) -> any Cancellable {
    guard let current = signal.current else { return hear(signal, handler) }
    handler(self, current.value)
    return follow(signal, from: current, handler)
  }

  /// Receives each value that is sent.
  func hear<Value>(
    _ signal: Signal<Value>, only field: HeardField? = nil, _ handler: @escaping (Self, Value) -> Void
  ) -> Listening {
    let clearings = signal.clearings
    let begin = { (inbox: Inbox, number: Int) in
      guard let listener = signal.add({ inbox.put($0, for: number) }, since: clearings) else { return {} }
      return { signal.remove(listener) }
    }
    let listening = Listening(of: self, to: signal, only: field, begin: begin) { [weak self] value in
      if let self, let value = value as? Value, signal.clearings == clearings { handler(self, value) }
    }
    add(listening)
    return listening
  }

  /// Receives the latest value after changes of a value that was received.
  func follow<Value>(
    _ signal: Signal<Value>, from current: Signal<Value>.Current, only field: HeardField? = nil,
    _ handler: @escaping (Self, Value) -> Void
  ) -> Listening {
    let clearings = signal.clearings
    let begin = { (inbox: Inbox, number: Int) in
      let isTold = Flag()
      let tell: @Sendable () -> Void = { if isTold.raise() { inbox.put(isTold, for: number) } }
      guard let listener = signal.add({ _ in tell() }, since: clearings) else { return {} }
      // A change before this moment must not be missed.
      tell()
      return { signal.remove(listener) }
    }
    var heard = current.version
    let listening = Listening(of: self, to: signal, only: field, begin: begin) { [weak self] flag in
      // Lower the flag before reading the value, so that a later change is announced again.
      (flag as? Flag)?.lower()
      guard let self, let current = signal.current, current.version != heard else { return }
      guard signal.clearings == clearings else { return }
      heard = current.version
      handler(self, current.value)
    }
    add(listening)
    return listening
  }
}

extension CellModel {
  /// A cell that shows the value of a signal. If the signal has no current value, the cell shows `content` until the
  /// signal sends a value.
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

/// Whether a change was announced and not handled yet.
private final class Flag: Sendable {
  private let isUp = Atomic(false)

  /// Returns whether it was down.
  func raise() -> Bool { !isUp.exchange(true, ordering: .acquiringAndReleasing) }

  func lower() { isUp.store(false, ordering: .releasing) }
}

extension Node {
  /// Starts a connection, and cancels older ones that it ends.
  func add(_ listening: Listening) {
    let listenings = feature(Listenings.self)
    for old in listenings.all.filter({ $0.isEnded(by: listening) }) { old.cancel() }
    listenings.all.append(listening)
    if let tree { listening.begin(in: tree) }
  }
}

extension Listening {
  /// Stops listening in one tree, and starts in another.
  func move(to tree: Tree?) {
    leave()
    if let tree { begin(in: tree) }
  }

  fileprivate func begin(in tree: Tree) {
    if tree.hasEnded { return }
    // A node that only changed its place has the same number, so it receives values that were sent before the move.
    let number = number(in: tree)
    tree.listeners.byNumber[number] = self
    let end = begin(tree.listeners.inbox, number)
    stop = { [weak tree] in
      end()
      tree?.listeners.byNumber[number] = nil
    }
  }
}
