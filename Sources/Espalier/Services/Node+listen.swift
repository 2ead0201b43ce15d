/// A node's wish to be told what a signal says, for as long as it is part of a page.
final class Listening {
  fileprivate let signal: ObjectIdentifier
  /// Begins to listen for a tree, under a number; returns what ends it.
  fileprivate let begin: (Inbox, Int) -> () -> Void
  fileprivate let take: (any Sendable) -> Void
  fileprivate var end: (() -> Void)?

  init(
    to signal: AnyObject, begin: @escaping (Inbox, Int) -> () -> Void, take: @escaping (any Sendable) -> Void
  ) {
    self.signal = ObjectIdentifier(signal)
    self.begin = begin
    self.take = take
  }

  deinit { end?() }
}

extension TreeNode where Self: Node {
  /// Hears what a signal says, in the page's lane, for as long as the node is part of a page.
  ///
  /// ```swift
  /// listen(to: stock.changed) { cell, price in cell.content.price = price }
  /// ```
  ///
  /// What an event of this page makes a service say is heard before the event's change goes out, and is part of it. What
  /// comes from elsewhere is pushed. Nothing is heard of what is said while the node is in no page. To listen to the same
  /// signal once more puts the new handler in the place of the old one.
  public func listen<Value>(to signal: Signal<Value>, _ handler: @escaping (Self, Value) -> Void) {
    let begin = { (inbox: Inbox, number: Int) in
      let listener = signal.add { inbox.put($0, for: number) }
      return { signal.remove(listener) }
    }
    add(
      Listening(to: signal, begin: begin) { [weak self] value in
        if let self, let value = value as? Value { handler(self, value) }
      })
  }
}

extension Node {
  /// Begins to listen, instead of what listens to the same signal until now.
  func add(_ listening: Listening) {
    for old in listenings where old.signal == listening.signal { old.end?() }
    listenings.removeAll { $0.signal == listening.signal }
    listenings.append(listening)
    tree?.begin(listening)
  }

  /// Ends listening in one tree, and begins in another.
  func moveListenings(to tree: Tree?) {
    for listening in listenings {
      listening.end?()
      listening.end = nil
      tree?.begin(listening)
    }
  }

  /// Ends what this node and all below it hear.
  func endListening() {
    moveListenings(to: nil)
    for node in (self as? ContainerModel)?.nodes ?? [] { node.endListening() }
  }
}

extension Tree {
  fileprivate func begin(_ listening: Listening) {
    lastListening += 1
    let number = lastListening
    heard[number] = listening
    let end = listening.begin(inbox, number)
    listening.end = { [weak self] in
      end()
      self?.heard[number] = nil
    }
  }

  /// Lets nodes hear what came since the last time, in its order.
  func hear() {
    for letter in inbox.takeAll() { heard[letter.number]?.take(letter.value) }
  }

  /// What is to be done, on whatever thread, when a signal has said something: whoever runs the tree flushes it then, in
  /// its lane.
  public func onArrival(_ wake: @escaping @Sendable () -> Void) { inbox.onArrival(wake) }
}
