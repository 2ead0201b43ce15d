/// Where each slot is in the DOM of a cell, so that a patch can set a single text node or attribute.
///
/// One strict parse of the static pieces finds the places. A slot in markup that a browser would repair or move has no
/// locator; such a cell is sent whole.
struct Shape {
  /// One text node or attribute: fixed text and slots that together are its value.
  struct Part {
    enum Segment {
      case text(String)
      case slot(Int)
    }
    /// The path of child indices from the cell's element, then `@name` (an attribute) or `:k` (the text after the k-th
    /// child).
    let locator: String
    let segments: [Segment]
    var isFlag = false
    /// Whether it is the first text in an element whose leading line feed a browser drops.
    var dropsLineFeed = false
  }

  private(set) var parts: [Part] = []
  /// The index of the part that each slot belongs to.
  private var partOfSlot: [Int: Int] = [:]

  mutating func add(_ part: Part) {
    for case .slot(let slot) in part.segments { partOfSlot[slot] = parts.count }
    parts.append(part)
  }

  /// The new values of the parts with these slots, in order, each part once; nil if a slot has no locator.
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

/// Decodes the character references that this library writes, and plain numeric ones. Only the browser decodes others;
/// the result is nil then.
package enum Entities {
  /// The text; nil if it has a reference that only a browser decodes.
  package static func decode(_ bytes: ArraySlice<UInt8>) -> String? {
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

  /// A browser maps zero and the numbers from 128 to 159 to other characters (WHATWG HTML 13.2.5.80).
  private static func character(_ number: UInt32) -> Character? {
    number == 0 || 0x80..<0xA0 ~= number ? nil : Unicode.Scalar(number).map(Character.init)
  }
}
