import Observation
import Synchronization

/// What a node reads of observable objects while it is rendered, and how it hears that this has changed.
final class ObservedState: NodeFeature {
  fileprivate let changed = Signal<Void>()
  /// Stands for what the last rendering read.
  fileprivate var reading = Reading()

  deinit { reading.end() }

  override func didMove(_ node: Node, from old: Tree?, to new: Tree?) {
    // What the node observes may have changed while it was in no tree.
    if new != nil { node.markState() }
  }
}

/// The types of nodes of which one has read an observable object.
private final class ObservingTypes: TreeFeature {
  var types: Set<ObjectIdentifier> = []
}

extension Node {
  /// Whether the node read observable objects when it was last rendered.
  final var isObserving: Bool { existing(ObservedState.self) != nil }
}

/// What one rendering reads. It is itself observable and read first, so that to change it takes back all that the rendering
/// asked for: otherwise an object that seldom changes would remember every rendering.
private final class Reading: Observable, Sendable {
  private let registrar = ObservationRegistrar()
  private let isOver = Atomic(false)

  func begin() { registrar.access(self, keyPath: \.isCurrent) }

  func end() {
    isOver.store(true, ordering: .relaxed)
    registrar.withMutation(of: self, keyPath: \.isCurrent) {}
  }

  var isCurrent: Bool { !isOver.load(ordering: .relaxed) }
}

extension TreeNode where Self: Node {
  /// Runs what makes content from state, and has the node updated when an observable object that was read in it changes.
  ///
  /// Nodes that read none pay for a look at it and no more.
  func observing<Value>(_ body: () -> Value) -> Value {
    let type = ObjectIdentifier(type(of: self))
    let observed = existing(ObservedState.self)
    let state = observed ?? (tree?.feature(ObservingTypes.self).types.contains(type) == true ? observe() : nil)
    state?.reading.end()
    state?.reading = Reading()
    func read() -> Value {
      state?.reading.begin()
      return body()
    }
    return withObservationTracking(read, onChange: updateOnChange())
  }

  /// Asked for only where something was read.
  private func updateOnChange() -> @Sendable () -> Void {
    let state = existing(ObservedState.self) ?? observe()
    tree?.feature(ObservingTypes.self).types.insert(ObjectIdentifier(type(of: self)))
    let (changed, reading) = (state.changed, state.reading)
    return { if reading.isCurrent { changed.send(()) } }
  }

  private func observe() -> ObservedState {
    let state = feature(ObservedState.self)
    listen(to: state.changed) { node, _ in node.markState() }
    return state
  }
}
