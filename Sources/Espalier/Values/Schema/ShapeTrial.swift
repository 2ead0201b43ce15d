/// One attempt to decode a type from the samples of a place. It finds how the type reads its data.
final class ShapeTrial {
  /// The type contains itself.
  private struct Recursion: Error {
    /// Whether the next attempt ends at a place that is nil or empty.
    let isCut: Bool
  }

  /// A type that refuses as many combinations of samples gets no example.
  private static let attempts = 100
  /// A longer list of values would make each event that has it too long.
  private static let mostChoices = 64

  /// The places of single values in the order in which the type reads them.
  private var values: [ShapePlace] = []
  /// The types that are being decoded, from the outermost to the innermost.
  private var open: [ObjectIdentifier] = []

  /// Decodes a type until it accepts the samples, and fills in the place. Returns the accepted data; nil if there is
  /// none.
  static func example(of type: any Decodable.Type, at root: ShapePlace, accepts: (JSON) -> Bool) -> JSON? {
    for _ in 0..<attempts {
      let trial = ShapeTrial()
      do {
        _ = try trial.decode(type, at: root)
        let example = root.example
        if accepts(example) { return example }
      } catch let recursion as Recursion {
        guard recursion.isCut else { return nil }
        continue
      } catch {
        // The type refuses the samples: try others.
      }
      guard trial.advance() else { return nil }
    }
    return nil
  }

  /// Takes the next combination of samples: the last value changes first. When the last value has no other sample, it is
  /// left out if it may be missing: it may be of an enum whose names nobody can guess, and hide what the type reads after it.
  /// Returns false after the last combination.
  private func advance() -> Bool {
    var seen: Set<ObjectIdentifier> = []
    for place in values.reversed() where seen.insert(ObjectIdentifier(place)).inserted {
      if place.advance() || seen.count == 1 && place.isOptional && place.cut() { return true }
    }
    return false
  }

  func decode<T: Decodable>(_ type: T.Type, at place: ShapePlace) throws -> T {
    if let choices = Self.choices(of: type) { return try read(type, .choice(choices), at: place) }
    if let map = type as? any TextMap.Type {
      place.become(.map)
      try map.tryValue(self, at: place.element)
      return try JSON.object(JSONObject()).decode(type)
    }
    if type == UploadedFile.self { place.isFile = true }
    let id = ObjectIdentifier(type)
    guard !open.contains(id) else { throw Recursion(isCut: place.cut()) }
    open.append(id)
    defer { open.removeLast() }
    return try T(from: ShapeDecoder(place: place, trial: self))
  }

  /// Decodes a single value from the sample of the place.
  func read<T: Decodable>(_ type: T.Type, _ kind: ShapePlace.Kind, at place: ShapePlace) throws -> T {
    place.become(kind)
    values.append(place)
    return try place.sample.decode(type)
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
  static func tryValue(_ trial: ShapeTrial, at place: ShapePlace) throws
}

extension Dictionary: TextMap where Key == String, Value: Decodable {
  fileprivate static func tryValue(_ trial: ShapeTrial, at place: ShapePlace) throws {
    _ = try trial.decode(Value.self, at: place)
  }
}
