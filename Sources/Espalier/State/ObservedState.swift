import Observation
import Synchronization

/// What a node reads of observable objects while it is rendered, and how it hears that this has changed.
final class ObservedState {
  fileprivate let changed = Signal<Void>()
  /// Stands for what the last rendering read.
  fileprivate var reading = Reading()

  deinit { reading.end() }
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
    let state = observed ?? (tree?.observingTypes.contains(type) == true ? observe() : nil)
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
    let state = observed ?? observe()
    tree?.observingTypes.insert(ObjectIdentifier(type(of: self)))
    let (changed, reading) = (state.changed, state.reading)
    return { if reading.isCurrent { changed.send(()) } }
  }

  private func observe() -> ObservedState {
    let state = ObservedState()
    observed = state
    listen(to: state.changed) { node, _ in node.markState() }
    return state
  }
}
