/// Why a property cannot be saved: a store could not read its value back.
public struct KeptValueError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The node's address and the property's name.
  public let key: String
  /// What is wrong with the value, where in it, and the remedy.
  public let reason: String

  /// The key and the reason.
  public var description: String { "the value of \"\(key)\" cannot be saved: \(reason)" }
}
