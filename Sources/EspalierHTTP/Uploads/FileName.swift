import EspalierText

/// The name of a file on a viewer's machine, made safe to show and to give to a file.
enum FileName {
  /// Bytes of the longest name that Linux and most other systems take.
  static let most = 255
  /// Bytes of the longest ending that a cut name keeps, with its dot.
  private static let mostEnding = 16

  /// The last part of a path that names a visible file on any system: without controls, marks of direction, and other
  /// characters that nobody sees, in at most 255 bytes. `file` if nothing is left.
  static func safe(_ name: String) -> String {
    // Scalars, because a slash with an accent is another character than a slash.
    let all = name.unicodeScalars
    let last = all.lastIndex { $0 == "/" || $0 == "\\" }.map { all[all.index(after: $0)...] } ?? all[...]
    var scalars = String.UnicodeScalarView()
    for scalar in last where !isUnseen(scalar) { scalars.append(reserved.contains(scalar) ? "_" : scalar) }
    var safe = trimmed(String(scalars))
    if isDevice(safe) { safe = "_\(safe)" }
    if safe.utf8.count > most { safe = trimmed(cut(safe)) }
    return safe.isEmpty ? "file" : safe
  }

  /// Controls, marks of direction, and line ends. The joiners of letters and emoji stay: they change what people see.
  private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
    case .format: scalar != "\u{200C}" && scalar != "\u{200D}"
    // U+FFFE and U+FFFF of each plane, and U+FDD0 to U+FDEF: never characters.
    case .unassigned: scalar.properties.isNoncharacterCodePoint
    default: false
    }
  }

  /// Windows takes none of these in a name. A colon begins another stream of the same file there.
  private static let reserved: Set<Unicode.Scalar> = ["<", ">", ":", "\"", "|", "?", "*"]

  /// Without dots and spaces at the beginning, which hide the file, and at the end, which Windows drops.
  private static func trimmed(_ name: String) -> String {
    func isSpare(_ scalar: Unicode.Scalar) -> Bool { scalar == "." || scalar.properties.isWhitespace }
    let rest = name.unicodeScalars.drop(while: isSpare)
    guard let end = rest.lastIndex(where: { !isSpare($0) }) else { return "" }
    return String(rest[...end])
  }

  /// Whether Windows opens a device instead of a file of this name, whatever its ending.
  private static func isDevice(_ name: String) -> Bool {
    let stem = trimmed(String(name.unicodeScalars.prefix { $0 != "." })).uppercased()
    if ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$", "CLOCK$"].contains(stem) { return true }
    return stem.count == 4 && (stem.hasPrefix("COM") || stem.hasPrefix("LPT"))
      && "0123456789¹²³".contains(stem.suffix(1))
  }

  /// At most 255 bytes of whole characters: the beginning and a short ending.
  private static func cut(_ name: String) -> String {
    guard let dot = name.lastIndex(of: "."), name[dot...].utf8.count <= mostEnding else {
      return name.cut(toBytes: most)
    }
    return String(name[..<dot]).cut(toBytes: most - name[dot...].utf8.count) + name[dot...]
  }
}
