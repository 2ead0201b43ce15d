/// A row's command without the type of its value, as a control remembers it.
protocol AnyCommand: OpaqueField {
  var id: String { get }
  var place: String { get }
  /// Equal for copies of one command only.
  var identity: ObjectIdentifier { get }
  /// The event as which it travels under a label.
  func event(_ label: String) -> EventDescriptor
}
