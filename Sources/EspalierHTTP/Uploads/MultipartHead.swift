import EspalierText

/// The head of a part of a multipart form: which field it is, and whether it is a file.
package struct MultipartHead: Equatable, Sendable {
  /// The field's name.
  package let name: String
  /// The name of the file on the sender's machine, made safe by `FileName`; empty if the sender chose no file; nil for a
  /// text.
  package let fileName: String?

  /// Reads the lines of a head. Throws `badForm`.
  init(_ bytes: [UInt8]) throws(HTTPError) {
    guard let text = String(validating: bytes, as: UTF8.self), text.isStreamSafe,
      bytes.allSatisfy({ $0 >= 0x20 || $0 == 9 || $0 == 13 || $0 == 10 })
    else {
      throw HTTPError(.badForm, "The head of a part of the form must be UTF-8 without control characters.")
    }
    var disposition: [Parameter]?
    for line in text.split(separator: "\r\n", omittingEmptySubsequences: false) {
      guard !line.utf8.contains(where: { $0 == 13 || $0 == 10 }), let (name, value) = line.pair(separatedBy: ":") else {
        throw Self.noName
      }
      if name.equalsIgnoringCase("content-disposition") {
        guard disposition == nil, let parameters = Self.parameters(of: value) else { throw Self.noName }
        disposition = parameters
      } else if name.equalsIgnoringCase("content-transfer-encoding") {
        // RFC 7578, 4.7: deprecated, and no browser sends it.
        guard ["binary", "8bit", "7bit"].contains(where: { value.trimmed.equalsIgnoringCase($0) }) else {
          throw HTTPError(.badForm, "The parts of a form must have no transfer encoding.")
        }
      }
    }
    guard let disposition, let name = disposition.first(where: { $0.name == "name" })?.value else { throw Self.noName }
    self.name = name
    fileName = disposition.first { $0.name == "filename" }.map { $0.value.isEmpty ? "" : FileName.safe($0.value) }
  }

  private static let noName = HTTPError(
    .badForm, "Each part of the form needs the header Content-Disposition: form-data; name=\"…\".")

  private struct Parameter {
    let name, value: String
  }

  /// The parameters of `form-data; name="a"; filename="b"`; nil if it is malformed.
  private static func parameters(of value: some StringProtocol) -> [Parameter]? {
    var rest = Array(value.utf8)[...]
    func skipSpace() { rest = rest.drop { $0 == 0x20 || $0 == 9 } }
    func word(until stops: String) -> String {
      let word = rest.prefix { !stops.utf8.contains($0) && $0 != 0x20 && $0 != 9 }
      rest = rest.dropFirst(word.count)
      skipSpace()
      return String(decoding: word, as: UTF8.self)
    }
    skipSpace()
    guard word(until: ";").equalsIgnoringCase("form-data") else { return nil }
    var parameters: [Parameter] = []
    while rest.popFirst() == UInt8(ascii: ";") {
      skipSpace()
      // Some clients end the line with a semicolon.
      if rest.isEmpty { break }
      let name = word(until: "=;\"").lowercased()
      guard !name.isEmpty, rest.popFirst() == UInt8(ascii: "=") else { return nil }
      skipSpace()
      let value: String
      if rest.first == UInt8(ascii: "\"") {
        guard let quoted = quoted(&rest) else { return nil }
        value = quoted
        skipSpace()
      } else {
        value = word(until: ";\"")
      }
      guard !parameters.contains(where: { $0.name == name }) else { return nil }
      parameters.append(Parameter(name: name, value: value))
    }
    return rest.isEmpty ? parameters : nil
  }

  /// A quoted text. Browsers write a quote and line ends as `%22`, `%0D` and `%0A`, and nothing else in this way (WHATWG
  /// HTML, 4.10.22.8). Older programs put a backslash before a quote.
  private static func quoted(_ rest: inout ArraySlice<UInt8>) -> String? {
    rest.removeFirst()
    var bytes: [UInt8] = []
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\"") { return String(decoding: bytes, as: UTF8.self) }
      if byte == UInt8(ascii: "\\"), rest.first == UInt8(ascii: "\"") {
        bytes.append(rest.removeFirst())
      } else if byte == UInt8(ascii: "%"), let escaped = escapes[String(decoding: rest.prefix(2), as: UTF8.self)] {
        bytes.append(escaped)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return nil
  }

  private static let escapes: [String: UInt8] = ["22": 0x22, "0D": 13, "0A": 10, "0d": 13, "0a": 10]
}
