/// Where in the DOM of a cell each slot lives, so that a change can travel as one DOM write.
///
/// Found by one strict parse of the static pieces. What a browser would repair, or could place elsewhere, has no
/// locator; such a cell travels whole.
struct Shape {
  /// One text node or attribute: fixed text and slots that together are its value.
  struct Part {
    enum Segment {
      case text(String)
      case slot(Int)
    }
    /// The child path of the element from the cell's own, then `@name` or `:k` (the text after the k-th child).
    let locator: String
    let segments: [Segment]
    var isFlag = false
    /// Whether it is the first text in an element of which a browser drops a line feed at the beginning.
    var dropsLineFeed = false
  }

  private(set) var parts: [Part] = []
  /// By slot, the part that it belongs to.
  private var partOfSlot: [Int: Int] = [:]

  mutating func add(_ part: Part) {
    for case .slot(let slot) in part.segments { partOfSlot[slot] = parts.count }
    parts.append(part)
  }

  /// The new values of the parts with these slots, in order, each part once; nil where a slot has no locator.
  func values(of slots: [Int], in html: HTML) -> [(locator: String, value: String?)]? {
    var result: [(String, String?)] = []
    var last = -1
    for slot in slots {
      guard let index = partOfSlot[slot] else { return nil }
      if index == last { continue }
      last = index
      let part = parts[index]
      if part.isFlag {
        result.append((part.locator, html.slots[slot].range.isEmpty ? nil : ""))
      } else {
        result.append((part.locator, value(of: part, in: html)))
      }
    }
    return result
  }

  private func value(of part: Part, in html: HTML) -> String {
    var text = ""
    for segment in part.segments {
      switch segment {
      case .text(let fixed): text += fixed
      case .slot(let slot): text += Entities.decode(html.bytes[html.slots[slot].range]) ?? ""
      }
    }
    return part.dropsLineFeed && text.hasPrefix("\n") ? String(text.dropFirst()) : text
  }
}

/// The character references that this library writes, and plain numeric ones; others are left to the browser.
enum Entities {
  static func decode(_ bytes: ArraySlice<UInt8>) -> String? {
    guard bytes.contains(UInt8(ascii: "&")) else { return String(decoding: bytes, as: UTF8.self) }
    var text: [UInt8] = []
    var rest = bytes
    while let byte = rest.first {
      guard byte == UInt8(ascii: "&") else {
        text.append(byte)
        rest = rest.dropFirst()
        continue
      }
      guard let end = rest.firstIndex(of: UInt8(ascii: ";")),
        let character = character(String(decoding: rest[(rest.startIndex + 1)..<end], as: UTF8.self))
      else { return nil }
      text.append(contentsOf: String(character).utf8)
      rest = rest[(end + 1)...]
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func character(_ name: String) -> Character? {
    switch name {
    case "amp": "&"
    case "lt": "<"
    case "gt": ">"
    case "quot": "\""
    case "nbsp": "\u{A0}"
    case _ where name.hasPrefix("#x") || name.hasPrefix("#X"):
      UInt32(name.dropFirst(2), radix: 16).flatMap(character)
    case _ where name.hasPrefix("#"): UInt32(name.dropFirst()).flatMap(character)
    default: nil
    }
  }

  /// Zero and the numbers from 128 to 159 mean other characters than they say (WHATWG HTML 13.2.5.80).
  private static func character(_ number: UInt32) -> Character? {
    number == 0 || 0x80..<0xA0 ~= number ? nil : Unicode.Scalar(number).map(Character.init)
  }
}
