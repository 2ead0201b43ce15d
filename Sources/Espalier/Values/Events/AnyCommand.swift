/// A type-erased command of a row, as a control stores it.
protocol AnyCommand: OpaqueField {
  var id: String { get }
  var place: String { get }
  /// The same for all copies of one command, different for other commands.
  var identity: ObjectIdentifier { get }
  /// The event that carries the command on the wire under this label.
  func event(_ label: String) -> EventDescriptor
}
