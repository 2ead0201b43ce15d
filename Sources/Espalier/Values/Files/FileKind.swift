/// What a file contains, as its first bytes say. Names and media types from clients do not count, because a client may
/// write anything there.
///
/// An SVG is a text here, and no image: it may contain scripts.
public enum FileKind: String, Codable, CaseIterable, Sendable {
  case png, jpeg, gif, webp, avif, pdf
  /// UTF-8 without control characters other than tabs and line ends. An empty file is a text.
  case text

  /// The kinds that every browser shows in `<img>`.
  public static let images: Set<FileKind> = [.png, .jpeg, .gif, .webp, .avif]

  /// The media type, for example `image/png`.
  package var mediaType: String {
    switch self {
    case .png, .jpeg, .gif, .webp, .avif: "image/\(rawValue)"
    case .pdf: "application/pdf"
    case .text: "text/plain; charset=utf-8"
    }
  }

  /// The ending of file names, without a dot.
  public var ending: String {
    switch self {
    case .jpeg: "jpg"
    case .text: "txt"
    case .png, .gif, .webp, .avif, .pdf: rawValue
    }
  }

  /// The number of first bytes that decide.
  package static let deciding = 1024

  /// The kind of a file that begins with these bytes; nil if it is another one. Signatures: WHATWG MIME
  /// Sniffing 6.1; ISO/IEC 14496-12 and the AV1 Image File Format for AVIF.
  package init?(beginning bytes: [UInt8]) {
    func has(_ text: String, at position: Int = 0) -> Bool { bytes.dropFirst(position).starts(with: text.utf8) }
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 13, 10, 0x1A, 10]) {
      self = .png
    } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if has("GIF87a") || has("GIF89a") {
      self = .gif
    } else if has("RIFF"), has("WEBPVP8", at: 8) {
      self = .webp
    } else if has("ftyp", at: 4) {
      // The box names its main brand, a version, and further brands.
      let end = min(bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }, bytes.count)
      let brands = [8] + stride(from: 16, to: end - 3, by: 4)
      guard brands.contains(where: { has("avif", at: $0) || has("avis", at: $0) }) else { return nil }
      self = .avif
    } else if has("%PDF-") {
      self = .pdf
    } else if Self.isText(bytes) {
      self = .text
    } else {
      return nil
    }
  }

  /// Whether the bytes are UTF-8. The last character may be cut if the file may go on.
  private static func isText(_ bytes: [UInt8]) -> Bool {
    guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || [9, 10, 12, 13].contains($0) }) else { return false }
    for cut in 0...(bytes.count < deciding ? 0 : 3) {
      let kept = bytes.prefix(bytes.count - cut)
      // Only a character that is not complete may be cut off.
      guard bytes.suffix(cut).allSatisfy({ $0 >= 0x80 }) else { return false }
      if String(validating: kept, as: UTF8.self) != nil { return true }
    }
    return false
  }
}

extension Set<FileKind> {
  /// The value for the attribute `accept` of a field for files: what the browser offers to choose. The server checks the
  /// content all the same.
  public var accept: String {
    FileKind.allCases.filter(contains).map { $0 == .text ? "text/plain" : $0.mediaType }.joined(separator: ",")
  }
}
