/// The typed name of a value that a container shares with everything below it.
///
/// If `Value` is optional, the data can be empty, and its subscribers then receive nil. If it is not optional, the
/// value can only be replaced, so no subscriber can keep showing a value that is gone.
///
/// ```swift
/// static let total = SharedData<Int>("total")
/// ```
public struct SharedData<Value: Equatable & Sendable>: Sendable, Hashable {
  /// The data without its value's type.
  package let name: SharedDataName

  /// Declares shared data. The label is for logs and receipts; the place of declaration distinguishes equal labels.
  public init(
    _ label: String, fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    name = SharedDataName(label: label, Declaration(of: Value.self, fileID, line, column))
  }
}

/// Shared data without its value's type.
package final class SharedDataName: Sendable, Hashable, CustomStringConvertible {
  /// The name in logs and receipts.
  package let label: String
  private let declaration: Declaration

  init(label: String, _ declaration: Declaration) {
    self.label = label
    self.declaration = declaration
  }

  /// The label.
  package var description: String { label }

  /// Whether both have the same label, type and place of declaration.
  package static func == (left: SharedDataName, right: SharedDataName) -> Bool {
    left === right || (left.label == right.label && left.declaration == right.declaration)
  }
  /// Hashes the label.
  package func hash(into hasher: inout Hasher) { hasher.combine(label) }

  /// An order that is the same in every run.
  static func precedes(_ left: SharedDataName, _ right: SharedDataName) -> Bool {
    left.label == right.label
      ? Declaration.precedes(left.declaration, right.declaration) : left.label < right.label
  }
}

/// What a container stores under a name: a value, or a closure that is called at each reading.
protocol StoredData {
  var json: JSON { get }
}

struct Stored<Value: Equatable & Sendable>: StoredData {
  let read: () -> Value

  var json: JSON {
    let value = read()
    guard let encodable = value as? any Encodable, let json = try? JSON(encoding: encodable) else {
      return .string("\(value)")
    }
    return json
  }
}

/// The value of an optional type if there is no value at all.
protocol Absence {
  static var absent: Self { get }
}

extension Optional: Absence {
  static var absent: Self { nil }
}
