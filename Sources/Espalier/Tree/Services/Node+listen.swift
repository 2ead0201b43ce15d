/// A node's wish to be told what a signal says, for as long as it is part of a page, or until it is ended.
public final class Listening {
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
  public func end() {
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
  /// Hears what a signal says, in the page's lane, for as long as the node is part of a page.
  ///
  /// ```swift
  /// listen(to: stock.changed) { cell, price in cell.content.price = price }
  /// ```
  ///
  /// What an event of this page makes a service say is heard before the event's change goes out, and is part of it. What
  /// comes from elsewhere is pushed. Nothing is heard of what is said while the node is in no page. What is returned need
  /// not be kept; it is there to end it earlier. To listen to the same signal once more puts the new handler in the place
  /// of the old one.
  @discardableResult
  public func listen<Value>(to signal: Signal<Value>, _ handler: @escaping (Self, Value) -> Void) -> Listening {
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
}

extension Node {
  /// Begins to listen, instead of what listens to the same until now.
  func add(_ listening: Listening) {
    let listenings = feature(Listenings.self)
    listenings.all.first { $0.source == listening.source }?.end()
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
