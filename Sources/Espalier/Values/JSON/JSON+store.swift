import EspalierText

extension JSON {
  /// The limit of nested arrays and objects in a stored value.
  static let storedLevels = 512

  /// Parses the text of a value that a page store has saved. The text is the server's own, so an object may have any
  /// number of members and a string any number of combining marks. At most 512 arrays and objects may be nested.
  package init(stored text: String) throws(ParseError) {
    try self.init(parsing: Array(text.utf8), depth: Self.storedLevels, trusted: true)
  }

  /// The value that an `Encodable` describes, if its text reads back as an equal value. Throws `UnstorableValue`
  /// otherwise.
  init(storing value: some Encodable) throws {
    let json = try JSON(encoding: value, levels: Self.storedLevels)
    try json.checkStorable(levels: Self.storedLevels)
    self = json
  }

  /// Throws if the text of this value could not be read back, or would be read back as another value.
  private func checkStorable(levels: Int) throws(UnstorableValue) {
    switch self {
    case .null, .bool, .int, .string, .markup: return
    case .double(let number):
      guard number.isFinite else { throw .notFinite(number) }
    case .array(let elements):
      guard levels > 0 else { throw .tooDeep }
      for (index, element) in elements.enumerated() {
        do { try element.checkStorable(levels: levels - 1) } catch { throw error.inside("[\(index)]") }
      }
    case .object(let object):
      guard levels > 0 else { throw .tooDeep }
      if let name = object.repeatedName { throw .twice(name) }
      for member in object.members {
        do { try member.value.checkStorable(levels: levels - 1) } catch { throw error.inside(member.name) }
      }
    }
  }
}

/// Why the text of a value could not be read back as the same value.
struct UnstorableValue: Error, CustomStringConvertible {
  private(set) var path = ""
  let reason: String

  static func notFinite(_ number: Double) -> Self {
    Self(reason: "\(number) has no JSON form; store an optional, with nil for a missing number")
  }
  static func tooLarge(_ number: some FixedWidthInteger) -> Self {
    Self(
      reason: "\(number) is above \(Int64.max), the largest whole number that JSON stores exactly; store it as a String"
    )
  }
  static let tooDeep = Self(
    reason: "more than \(JSON.storedLevels) nested arrays and objects; store a flat list instead")
  static func twice(_ name: String) -> Self {
    Self(reason: "its encode(to:) writes the name \"\(name.shown)\" twice; write each name once")
  }

  func inside(_ step: String) -> Self {
    var copy = self
    copy.path = step.shown + (path.isEmpty || path.hasPrefix("[") ? path : ".\(path)")
    return copy
  }

  var description: String { path.isEmpty ? reason : "\(path): \(reason)" }
}
