import Observation
import Synchronization

/// Tracks the observable objects that a node reads while it is rendered, and updates the node when they change.
final class ObservedState: NodeFeature {
  /// Announces that something which the node read has changed.
  let changed = Signal<Void>()
  /// Represents the reads of the last rendering.
  fileprivate var reading = Reading()

  deinit { reading.end() }

  override func didMove(_ node: Node, from old: Tree?, to new: Tree?) {
    // What the node observes may have changed while it was in no tree.
    if new != nil { node.markState() }
  }
}

/// The types of nodes that have read an observable object.
private final class ObservingTypes: TreeFeature {
  var types: Set<ObjectIdentifier> = []
}

extension Node {
  /// Whether the node read observable objects when it was last rendered.
  final var isObserving: Bool { existing(ObservedState.self) != nil }
}

/// The reads of one rendering. It is itself observable and is read first, so that changing it ends the observation of
/// all objects that the rendering read. Otherwise an object that seldom changes would store an observation for every
/// rendering.
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
  /// Runs the code that makes content from state, and updates the node when an observable object that it read changes.
  ///
  /// Nodes that read no observable object pay only for the check.
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

  /// Called only if something was read, because `onChange` is an autoclosure.
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
