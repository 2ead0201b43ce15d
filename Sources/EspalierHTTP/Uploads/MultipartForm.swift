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
