extension URLPrefix {
  /// The markup of a page or a part of it, with the prefix before each path from the root in the attributes that hold URLs.
  ///
  /// `isPathMark` says whether a text stands for a path that is filled in later.
  package func added(toMarkup markup: String, isPathMark: (ArraySlice<UInt8>) -> Bool = { _ in false }) -> String {
    if isEmpty { return markup }
    let bytes = Array(markup.utf8)
    var result: [UInt8] = []
    var position = 0
    for place in Self.places(in: bytes, isPathMark: isPathMark) {
      result.append(contentsOf: bytes[position..<place])
      result.append(text)
      position = place
    }
    result.append(contentsOf: bytes[position...])
    return String(decoding: result, as: UTF8.self)
  }

  /// The markup of a cell, with the prefix before each path from the root in the attributes that hold URLs. A path that
  /// begins with a slot gets the prefix in that slot, so the shape of the markup does not depend on the slot's value.
  func added(to html: HTML) -> HTML {
    // Most cells have no such path.
    guard !isEmpty, html.bytes.hasPathStart else { return html }
    var places = Self.places(in: html.bytes)[...]
    guard !places.isEmpty else { return html }
    var written = html
    (written.bytes, written.slots, written.place) = ([], [], HTML.Place())
    var position = 0
    func write(to end: Int) {
      written.bytes.append(contentsOf: html.bytes[position..<end])
      position = end
    }
    for slot in html.slots {
      while let place = places.first, place < slot.range.lowerBound {
        write(to: place)
        written.bytes.append(text)
        places.removeFirst()
      }
      write(to: slot.range.lowerBound)
      let start = UInt32(written.bytes.count)
      while slot.kind == .value, let place = places.first, place < max(slot.range.upperBound, slot.range.lowerBound + 1)
      {
        write(to: place)
        written.bytes.append(text)
        places.removeFirst()
      }
      write(to: slot.range.upperBound)
      written.slots.append(.init(start: start, end: UInt32(written.bytes.count), kind: slot.kind))
    }
    for place in places {
      write(to: place)
      written.bytes.append(text)
    }
    write(to: html.bytes.count)
    return written
  }

  /// Where paths from the root begin in the attributes that hold URLs.
  private static func places(
    in bytes: [UInt8], isPathMark: (ArraySlice<UInt8>) -> Bool = { _ in false }
  ) -> [Int] {
    var places: [Int] = []
    for case .start(let tag) in TagReader(bytes) {
      for attribute in tag.attributes {
        guard let kind = Kind(attribute.name) else { continue }
        places += kind.starts(of: bytes[attribute.range]).filter { start in
          let rest = bytes[start..<attribute.range.upperBound]
          return isPath(rest.prefix(2)) || isPathMark(rest)
        }
      }
    }
    return places
  }

  /// How an attribute holds URLs.
  private enum Kind {
    case url, list, candidates

    init?(_ name: String) {
      switch name {
      case "ping": self = .list
      case "srcset", "imagesrcset": self = .candidates
      default:
        guard MarkupContext.Name.urls.contains(MarkupContext.Name(text: name)) else { return nil }
        self = .url
      }
    }

    /// Where the URLs of a value begin.
    func starts(of value: ArraySlice<UInt8>) -> [Int] {
      var starts: [Int] = []
      var rest = value
      func skip(while isSkipped: (UInt8) -> Bool) { rest = rest.drop(while: isSkipped) }
      while true {
        skip { $0.isHTMLSpace || ($0 == UInt8(ascii: ",") && self == .candidates) }
        guard !rest.isEmpty else { return starts }
        starts.append(rest.startIndex)
        if self == .url { return starts }
        let url = rest.prefix { !$0.isHTMLSpace }
        rest = rest[url.endIndex...]
        // After the URL of a candidate come its width or density, up to a comma (WHATWG HTML, srcset).
        if self == .candidates, url.last != UInt8(ascii: ",") { skip { $0 != UInt8(ascii: ",") } }
      }
    }
  }
}

extension MarkupContext.Name {
  fileprivate init(text: String) {
    self.init()
    for byte in text.utf8 { append(byte) }
  }
}

extension [UInt8] {
  /// Whether a slash comes after a byte that can precede the start of a URL in an attribute.
  fileprivate var hasPathStart: Bool {
    var previous: UInt8 = 0
    for byte in self {
      if byte == UInt8(ascii: "/"), "\"'=,".utf8.contains(previous) || previous.isHTMLSpace { return true }
      previous = byte
    }
    return false
  }
}
