/// The elements and comments that a browser makes of the markup of lists, as one number: the first letters of their names
/// in order. `copy/outline.js` computes the same from the page, so that it knows whether others have changed the page.
struct MarkupOutline {
  private(set) var number: Int32 = 0
  /// For each open table, whether the next row would begin a section that the markup leaves out.
  private var tables: [Bool] = []

  /// Adds the content of the first element in this markup.
  mutating func add(_ markup: [UInt8]) {
    unsafe markup.withUnsafeBufferPointer { bytes in
      var index = unsafe Self.endOfTag(bytes, 0)
      while let tag = unsafe Self.position(of: UInt8(ascii: "<"), in: bytes, from: index), tag + 1 < bytes.count {
        index = unsafe add(bytes, tagAt: tag)
      }
    }
  }

  /// Adds the tag at this position. Returns where the markup goes on.
  private mutating func add(_ bytes: UnsafeBufferPointer<UInt8>, tagAt tag: Int) -> Int {
    let first = unsafe bytes[tag + 1]
    if first == UInt8(ascii: "!") {
      add("#")
      return unsafe Self.end(of: "-->", in: bytes, from: tag)
    }
    if first == UInt8(ascii: "/") {
      unsafe endTable(bytes, tag + 2)
      return tag + 2
    }
    guard first.isASCIILetter else { return tag + 1 }
    let letter = first | 0x20
    let second = tag + 2 < bytes.count ? unsafe bytes[tag + 2] | 0x20 : 0
    // Most elements need no further look.
    if letter == UInt8(ascii: "t") && second != UInt8(ascii: "d") { unsafe addImplied(bytes, tag + 1) }
    add(letter)
    let end = unsafe Self.endOfTag(bytes, tag + 1)
    for name in Self.opaque(letter, second) where unsafe Self.isName(name, bytes, tag + 1) {
      return unsafe Self.end(of: "</\(name)", in: bytes, from: end)
    }
    return end
  }

  private mutating func add(_ letter: UInt8) { number = number &* 31 &+ Int32(letter) }

  private mutating func add(_ letter: StaticString) { unsafe add(letter.utf8Start.pointee) }

  /// Adds the parts of a table that markup may leave out (WHATWG HTML 13.2.6.4.9), before the part with this name.
  private mutating func addImplied(_ bytes: UnsafeBufferPointer<UInt8>, _ name: Int) {
    if unsafe Self.isName("table", bytes, name) {
      tables.append(false)
    } else if tables.last == false, unsafe Self.isName("tr", bytes, name) {
      add("t")
      begin(isInSection: true)
    } else {
      for section in Self.sections where unsafe Self.isName(section, bytes, name) { begin(isInSection: true) }
    }
  }

  private mutating func begin(isInSection: Bool) { if !tables.isEmpty { tables[tables.count - 1] = isInSection } }

  private mutating func endTable(_ bytes: UnsafeBufferPointer<UInt8>, _ name: Int) {
    guard name < bytes.count, unsafe bytes[name] | 0x20 == UInt8(ascii: "t"), !tables.isEmpty else { return }
    if unsafe Self.isName("table", bytes, name) { tables.removeLast() }
    for section in Self.sections where unsafe Self.isName(section, bytes, name) { begin(isInSection: false) }
  }

  private static let sections = ["tbody", "thead", "tfoot"]

  /// The elements with these first letters whose content is no element of the page: to a browser with scripts it is text,
  /// or a document of its own.
  private static func opaque(_ first: UInt8, _ second: UInt8) -> [String] {
    switch (first, second) {
    case (UInt8(ascii: "i"), UInt8(ascii: "f")): ["iframe"]
    case (UInt8(ascii: "n"), UInt8(ascii: "o")): ["noscript", "noembed", "noframes"]
    case (UInt8(ascii: "s"), UInt8(ascii: "c")): ["script"]
    case (UInt8(ascii: "s"), UInt8(ascii: "t")): ["style"]
    case (UInt8(ascii: "t"), UInt8(ascii: "e")): ["template", "textarea"]
    case (UInt8(ascii: "t"), UInt8(ascii: "i")): ["title"]
    case (UInt8(ascii: "x"), UInt8(ascii: "m")): ["xmp"]
    default: []
    }
  }

  private static func isName(_ name: String, _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Bool {
    let end = start + name.utf8.count
    guard end < bytes.count else { return false }
    var index = start
    for byte in name.utf8 {
      guard unsafe bytes[index] | 0x20 == byte else { return false }
      index += 1
    }
    return unsafe !bytes[end].isASCIILetter
  }

  /// The position after the tag that begins before this position.
  private static func endOfTag(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int {
    var index = start
    while index < bytes.count {
      let byte = unsafe bytes[index]
      index += 1
      if byte == UInt8(ascii: ">") { break }
      guard byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") else { continue }
      index = unsafe (position(of: byte, in: bytes, from: index) ?? bytes.count) + 1
    }
    return index
  }

  private static func end(of text: String, in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var index = start
    let first = text.utf8.first ?? 0
    while let found = unsafe position(of: first, in: bytes, from: index), found + text.utf8.count <= bytes.count {
      if unsafe zip(text.utf8, bytes[found...]).allSatisfy({ $0 == $1 || $0 == $1 | 0x20 }) {
        return found + text.utf8.count
      }
      index = found + 1
    }
    return bytes.count
  }

  private static func position(of byte: UInt8, in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    var index = start
    while index < bytes.count {
      if unsafe bytes[index] == byte { return index }
      index += 1
    }
    return nil
  }
}
