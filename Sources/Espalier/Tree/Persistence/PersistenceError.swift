/// Why a property cannot be saved: a store could not read its value back.
package struct PersistenceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The node's address and the property's name.
  package let key: String
  /// What is wrong with the value, where in it, and how to fix it.
  package let reason: String

  /// The key and the reason.
  package var description: String { "the value of \"\(key)\" cannot be saved: \(reason)" }
}
