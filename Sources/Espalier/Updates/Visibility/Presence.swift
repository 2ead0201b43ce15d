/// What a node does when other people look at it.
final class Presence: NodeFeature {
  private var listeners: [Listener] = []
  /// The tree that knows that the node asks.
  private weak var asked: Tree?

  class Listener: Cancellable {
    fileprivate weak var presence: Presence?

    func cancel() { presence?.listeners.removeAll { $0 === self } }
    fileprivate func update(_ node: Node, _ viewers: Viewers, recognizing numbers: [Int]) {}
  }

  func add(_ listener: Listener, at node: Node) {
    listener.presence = self
    listeners.append(listener)
    if let tree = node.tree { ask(node, tree) }
    update(node)
  }

  override func didMove(_ node: Node, from old: Tree?, to new: Tree?) { if let new, new !== old { ask(node, new) } }

  private func ask(_ node: Node, _ tree: Tree) {
    if tree === asked { return }
    asked = tree
    let isRoot = tree.root === node
    if !isRoot, node.wantedVisibility == nil { node.visibility = .inView }
    tree.feature(Viewers.self).ask(node, isRoot: isRoot)
  }

  /// Tells the listeners if other people look at the node. Those with these numbers may be others than before.
  func update(_ node: Node, recognizing numbers: [Int] = []) {
    guard let viewers = node.tree?.existing(Viewers.self) else { return }
    for listener in listeners { listener.update(node, viewers, recognizing: numbers) }
  }
}

private final class PeopleListener<Model: Node, Person: Hashable>: Presence.Listener {
  private let person: (Model) -> Person?
  private let handler: (Model, [Person]) -> Void
  /// The people by the numbers of their windows.
  private var known: [Int: Person?] = [:]
  private var last: [Person] = []

  init(_ person: @escaping (Model) -> Person?, _ handler: @escaping (Model, [Person]) -> Void) {
    (self.person, self.handler) = (person, handler)
  }

  override func update(_ node: Node, _ viewers: Viewers, recognizing numbers: [Int]) {
    guard let tree = node.tree, let model = node as? Model else { return }
    func find(_ number: Int) -> Person? { tree.acting(for: viewers.visitor(number)) { person(model) } }
    if !numbers.isEmpty {
      let others = numbers.filter { number in known[number].map { $0 != find(number) } ?? true }
      if others.isEmpty { return }
      for number in others { known[number] = find(number) }
    }
    let all = viewers.all(of: node)
    known = Dictionary(uniqueKeysWithValues: all.map { ($0, known[$0] ?? find($0)) })
    var seen: Set<Person> = []
    let people = all.compactMap { known[$0] ?? nil }.filter { seen.insert($0).inserted }
    if people == last { return }
    last = people
    handler(model, people)
  }
}

extension TreeNode where Self: Node {
  /// Calls a handler with the people who look at this node, each once, in the order in which they came, and again whenever
  /// these are others: at the root those who follow the page, at another node those who have it in view.
  ///
  /// ```swift
  /// static let here = SharedData<[Member]>("here")
  ///
  /// page.listen(toViewersAs: { $0.identity(Member.self) }) { page, members in page.share(members, to: Self.here) }
  /// ```
  ///
  /// `person` is called with the node while ``Node/identity(_:)`` and ``Node/session(_:)`` are those of one viewer, when the
  /// viewer comes and after each event that the viewer sends. Nil leaves the viewer out. A viewer who does not follow the page
  /// any more counts for a few seconds, so nobody goes and comes while a connection begins again. A page that is shown
  /// without JavaScript, and a hidden window, follow nothing. A node that asks for no reports of its ``Node/visibility`` gets
  /// those of `.inView`.
  @discardableResult
  public func listen<Person: Hashable>(
    toViewersAs person: @escaping (Self) -> Person?, _ handler: @escaping (Self, [Person]) -> Void
  ) -> any Cancellable {
    let listener = PeopleListener(person, handler)
    feature(Presence.self).add(listener, at: self)
    return listener
  }
}
