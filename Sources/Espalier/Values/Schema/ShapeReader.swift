/// Decodes a type from samples, and fills in the places of its data. It finds how the type reads its data.
///
/// Each place tries its own samples until the type there accepts one, so the cost grows with the number of places. A
/// place without such a sample stays nil or empty if it may. If it may not, nobody knows what the type reads after it:
/// the object around the place is incomplete.
final class ShapeReader {
  /// The type contains itself.
  private struct Recursion: Error {}

  /// A longer list of values would make each event that has it too long.
  private static let mostChoices = 64

  /// The types that are being decoded, from the outermost to the innermost.
  private var open: [ObjectIdentifier] = []

  /// Decodes a type. Throws if it accepts no sample.
  func decode<T: Decodable>(_ type: T.Type, at place: ShapePlace) throws -> T {
    var isLast = false
    while true {
      do {
        return try attempt(type, at: place)
      } catch {
        if place.advance() { continue }
        guard !isLast && place.cut() else { throw error }
        isLast = true
      }
    }
  }

  private func attempt<T: Decodable>(_ type: T.Type, at place: ShapePlace) throws -> T {
    if type == UploadedFile.self, let file = Self.file as? T {
      place.becomeFile()
      return file
    }
    if let choices = Self.choices(of: type) { return try read(type, .choice(choices), at: place) }
    if let map = type as? any TextMap.Type {
      place.become(.map)
      try? map.readValue(self, at: place.element)
      return try JSON.object(JSONObject()).decode(type)
    }
    if type is any OpaqueField.Type { place.isOptional = true }
    let id = ObjectIdentifier(type)
    guard !open.contains(id) else { throw Recursion() }
    open.append(id)
    place.isIncomplete = true
    defer { open.removeLast() }
    let value = try T(from: ShapeDecoder(place: place, reader: self))
    place.isIncomplete = false
    return value
  }

  /// Decodes a single value from the sample of the place.
  func read<T: Decodable>(_ type: T.Type, _ kind: ShapePlace.Kind, at place: ShapePlace) throws -> T {
    place.become(kind)
    return try place.sample.decode(type)
  }

  private static let file = UploadedFile(name: "", size: 0, hash: "", content: NoContent())

  private struct NoContent: UploadedContent {
    func read(_ count: Int, at position: Int) -> [UInt8] { [] }
    func keep(at path: String) {}
  }

  /// The JSON of all values of an enum, if these are texts or numbers and not too many.
  private static func choices(of type: any Decodable.Type) -> [JSON]? {
    func all<C: CaseIterable & Encodable>(_ type: C.Type) -> [JSON] {
      type.allCases.prefix(mostChoices + 1).compactMap { try? JSON(encoding: $0) }
    }
    guard let type = type as? any (CaseIterable & Encodable).Type else { return nil }
    let values = all(type)
    let isSimple = values.allSatisfy { value in
      switch value {
      case .string, .int, .double: true
      default: false
      }
    }
    return isSimple && (1...mostChoices).contains(values.count) ? values : nil
  }
}

/// A dictionary whose keys are texts. Decoding it from samples would never reach a value.
private protocol TextMap {
  static func readValue(_ reader: ShapeReader, at place: ShapePlace) throws
}

extension Dictionary: TextMap where Key == String, Value: Decodable {
  fileprivate static func readValue(_ reader: ShapeReader, at place: ShapePlace) throws {
    _ = try reader.decode(Value.self, at: place)
  }
}
