import EspalierHTTP

/// A page as one document that is ready to be sent, except for the number of the load.
struct ShortDocument {
  /// Everything that the document depends on, besides the version of the page.
  struct Key: Equatable {
    /// The fingerprint of the shell.
    let shell: String
    let title: String
    /// The tag of the language.
    let language: String
  }

  let key: Key
  /// The document for some load.
  private let bytes: [UInt8]
  /// Where the number of the load begins.
  private let places: [Int]

  /// Takes the document of one load, which consists of these parts. The loads separate the pieces of joined parts.
  init(_ key: Key, _ bytes: [UInt8], of parts: [SharedBytes.Part]) {
    self.key = key
    self.bytes = bytes
    var (places, end): ([Int], Int) = ([], 0)
    for part in parts {
      switch part {
      case .bytes(let bytes): end += bytes.count
      case .joined(let pieces, let load):
        for (index, piece) in pieces.enumerated() {
          if index > 0 {
            places.append(end)
            end += load.count
          }
          end += piece.count
        }
      }
    }
    self.places = places
  }

  /// The approximate bytes that it takes.
  var weight: Int { bytes.count + 8 * places.count }

  /// The document for another load, whose number has as many digits.
  func bytes(load: String) -> [UInt8] {
    let digits = load.utf8.span
    var copy = bytes
    var span = copy.mutableSpan
    for place in places {
      for index in digits.indices { span[place + index] = digits[index] }
    }
    return copy
  }
}
