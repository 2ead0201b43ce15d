/// A container and those above it, up to the root.
struct ContainerPath: Sequence, IteratorProtocol {
  private var current: ContainerModel?

  /// The path from a container; empty without one.
  init(from container: ContainerModel?) { current = container }

  mutating func next() -> ContainerModel? {
    let container = current
    current = container?.parent
    return container
  }

  /// The number of containers.
  var count: Int { reduce(0) { count, _ in count + 1 } }
}
