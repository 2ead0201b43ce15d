/// A property of a node that affects what is shown. Assigning an equal value does nothing; assigning a different one
/// updates the node. So does changing a part of the value, such as one element of an array.
///
/// ```swift
/// final class Stepper: CellModel<Number> {
///   @NodeState var count = 0
///   override func willRender() { content.text = "\(count)" }
/// }
/// ```
///
/// However often it changes between two flushes, `willRender` is called once.
@propertyWrapper
public struct NodeState<Value: Equatable> {
  private var value: Value

  /// The initial value.
  public init(wrappedValue: Value) { value = wrappedValue }

  /// Unavailable: the property must belong to a node, which a change updates.
  @available(*, unavailable, message: "@NodeState is for properties of cell models and container models")
  public var wrappedValue: Value {
    get { value }
    set { value = newValue }
  }

  /// Reads and writes the property of a node. Swift calls it for a property of a class.
  public static subscript<N: Node>(
    _enclosingInstance node: N, wrapped _: ReferenceWritableKeyPath<N, Value>,
    storage storage: ReferenceWritableKeyPath<N, Self>
  ) -> Value {
    get { node[keyPath: storage].value }
    set {
      guard newValue != node[keyPath: storage].value else { return }
      node[keyPath: storage].value = newValue
      node.markState()
    }
    // Compares nothing: for that it would have to keep the old value, and then changing one element of an array would
    // copy all of them.
    _modify {
      defer { node.markState() }
      yield &node[keyPath: storage].value
    }
  }
}
