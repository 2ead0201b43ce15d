extension TreeNode where Self: Node {
  /// Listens to an asynchronous sequence while somebody looks at the page. The handler receives each element in the page's
  /// lane.
  ///
  /// ```swift
  /// listen(whileViewed: { [exchange] in exchange.prices() }) { list, price in list.show(price) }
  /// ```
  ///
  /// `begin` makes the sequence when somebody loads the page. A few seconds after the last viewer has gone, the sequence
  /// ends; the node keeps what it has. The next viewer makes it begin again, and gets the page when the first element
  /// has arrived, or a second later. So a page that nobody looks at costs nothing but memory. The next element is asked for
  /// when the page has worked on the last one.
  @discardableResult
  public func listen<Elements: AsyncSequence & Sendable>(
    whileViewed begin: @escaping @Sendable () -> Elements, _ handler: @escaping (Self, Elements.Element) -> Void
  ) -> any Cancellable where Elements.Element: Sendable, Elements.Failure == Never {
    listen(whileViewed: begin, willBegin: { _ in }, catchUp: nil, handler)
  }

  /// As above. `willBegin` is called in the page's lane. `catchUp` returns when the page has received all that has happened
  /// so far; replies wait for it.
  @discardableResult
  package func listen<Elements: AsyncSequence & Sendable>(
    whileViewed begin: @escaping @Sendable () -> Elements, willBegin: @escaping (Self) -> Void,
    catchUp: (@Sendable () async -> Void)?, _ handler: @escaping (Self, Elements.Element) -> Void
  ) -> any Cancellable where Elements.Element: Sendable, Elements.Failure == Never {
    let sequence = ViewedSequence(of: self) { node in
      guard let node = node as? Self else { return nil }
      willBegin(node)
      return node.start(then: handler, mayBeEndless: true, isAwaited: true, catchUp: catchUp) { deliver in
        for await element in begin() { await deliver(element) }
      }
    }
    feature(ViewedSequences.self).all.append(sequence)
    tree?.feature(Viewing.self).add(self)
    if tree?.hasViewers == true { sequence.begin() }
    return sequence
  }
}

extension Tree {
  /// Whether somebody looks at the page, or has just loaded it. Sequences that nodes follow only then begin and end with
  /// it.
  var hasViewers: Bool {
    get { existing(Viewing.self)?.hasViewers ?? true }
    set {
      let viewing = feature(Viewing.self)
      guard newValue != viewing.hasViewers else { return }
      viewing.hasViewers = newValue
      for sequence in viewing.sequences { newValue ? sequence.begin() : sequence.rest() }
    }
  }

  /// Whether a node has something to rest from while nobody looks.
  var canRest: Bool { existing(Viewing.self)?.nodes.isEmpty == false }
}

/// The nodes of a tree that follow something only while somebody looks at the page.
private final class Viewing: TreeFeature {
  var hasViewers = true
  private(set) var nodes: [ObjectIdentifier: Node] = [:]

  var sequences: [ViewedSequence] { nodes.values.flatMap { $0.existing(ViewedSequences.self)?.all ?? [] } }

  func add(_ node: Node) { nodes[ObjectIdentifier(node)] = node }
  func remove(_ node: Node) { nodes[ObjectIdentifier(node)] = nil }
}

/// What a node follows only while somebody looks at the page.
private final class ViewedSequences: NodeFeature {
  var all: [ViewedSequence] = []

  override func didMove(_ node: Node, from old: Tree?, to new: Tree?) {
    old?.existing(Viewing.self)?.remove(node)
    guard let new, !all.isEmpty else { return }
    new.feature(Viewing.self).add(node)
    if new.hasViewers { for sequence in all { sequence.begin() } }
  }
}

/// A sequence that begins and ends with the viewers of its page.
private final class ViewedSequence: Cancellable {
  private weak var node: Node?
  private let start: (Node) -> NodeTask?
  private var task: NodeTask?

  init(of node: Node, _ start: @escaping (Node) -> NodeTask?) { (self.node, self.start) = (node, start) }

  /// Makes the sequence, unless it is there already.
  func begin() {
    guard let node, task == nil || task?.isCancelled == true else { return }
    task = start(node)
  }

  /// Ends the sequence until somebody looks again.
  func rest() {
    task?.cancel()
    task = nil
  }

  func cancel() {
    rest()
    guard let node, let sequences = node.existing(ViewedSequences.self) else { return }
    sequences.all.removeAll { $0 === self }
    if sequences.all.isEmpty { node.tree?.feature(Viewing.self).remove(node) }
  }
}
