import EspalierLocks

/// What all trees of a site have in common: the names of types, and the markup whose end tags were found right. Each is
/// worked out once, not once for each page instance.
package final class RenderMemory: Sendable {
  private let names = Lock<[ObjectIdentifier: String]>([:])
  private let soundShapes = Lock(RecentShapes(capacity: 1024))

  package init() {}

  /// Returns the name of a node's type on the wire.
  func name(of type: Any.Type) -> String {
    names.withLock { names in
      if let name = names[ObjectIdentifier(type)] { return name }
      let name = bareName(of: type)
      names[ObjectIdentifier(type)] = name
      return name
    }
  }

  func isSound(_ shape: ShapeMark) -> Bool { soundShapes.withLock { $0.contains(shape) } }

  func noteSound(_ shape: ShapeMark) { soundShapes.withLock { _ = $0.insert(shape) } }
}
