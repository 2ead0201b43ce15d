/// The parts of a form with files, in order.
package struct MultipartForm: Sendable {
  /// One part.
  package enum Part: Sendable {
    case text(String)
    /// A field for a file in which nobody chose one.
    case noFile
    case file(ReceivedFile)
  }

  /// Each part with its field's name.
  package let parts: [(name: String, part: Part)]

  package init(parts: [(name: String, part: Part)]) { self.parts = parts }

  /// A piece of a form that is sent.
  package enum Piece: Sendable {
    case bytes([UInt8])
    case file(ReceivedFile)

    /// The number of bytes.
    package var count: Int {
      switch self {
      case .bytes(let bytes): bytes.count
      case .file(let file): file.size
      }
    }
  }

  /// The form as `multipart/form-data` (RFC 7578), as browsers write it (WHATWG HTML, 4.10.22.8). The boundary must not
  /// occur in the form; nobody can guess a random one.
  package func pieces(boundary: String) -> [Piece] {
    var pieces: [Piece] = []
    for (name, part) in parts {
      var head = "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name.inPartHead)\""
      switch part {
      case .text(let text): pieces.append(.bytes(Array("\(head)\r\n\r\n\(text)\r\n".utf8)))
      case .noFile: pieces.append(.bytes(Array("\(head); filename=\"\"\r\n\r\n\r\n".utf8)))
      case .file(let file):
        head += "; filename=\"\(file.name.inPartHead)\""
        pieces += [.bytes(Array("\(head)\r\n\r\n".utf8)), .file(file), .bytes(Array("\r\n".utf8))]
      }
    }
    return pieces + [.bytes(Array("--\(boundary)--\r\n".utf8))]
  }
}

extension String {
  /// The text inside the quotes of a part's head.
  fileprivate var inPartHead: String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"": text += "%22"
      case "\r": text += "%0D"
      case "\n": text += "%0A"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

/// A file that a request brought. It is deleted when the last copy of this value is released.
package struct ReceivedFile: Sendable {
  /// The file's name on the sender's machine, without folders. Only a hint.
  package let name: String
  /// The size in bytes.
  package let size: Int
  /// The SHA-256 of the content, in 64 hexadecimal digits.
  package let hash: String
  /// The content.
  package let content: TemporaryFile
}
