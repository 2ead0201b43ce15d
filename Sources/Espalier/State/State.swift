/// A property of a node that decides what is shown: assigning an equal value does nothing, another one has the node
/// updated.
///
/// ```swift
/// final class Stepper: CellModel<Number> {
///   @State var count = 0
///   override func willRender() { content.text = "\(count)" }
/// }
/// ```
///
/// However often it changes between two flushes, `willRender` is called once.
@propertyWrapper
public struct State<Value: Equatable> {
  private var value: Value

  /// The value to begin with.
  public init(wrappedValue: Value) { value = wrappedValue }

  /// Not to be had: the node must be told, so the property must be one of a node.
  @available(*, unavailable, message: "@State is for properties of cell models and container models")
  public var wrappedValue: Value {
    get { value }
    set { value = newValue }
  }

  /// Reads and writes the property of a node; what Swift calls for a property of a class.
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
  }
}
