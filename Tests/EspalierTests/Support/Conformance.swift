import Foundation

@testable import Espalier

/// Public test suites that the repository does not contain. `ESPALIER_CONFORMANCE` names their folder.
enum Conformance {
  static let folder = ProcessInfo.processInfo.environment["ESPALIER_CONFORMANCE"]
  static let hint = "set ESPALIER_CONFORMANCE to the folder with the public suites"

  /// A file of a suite; an empty array if the variable is not set.
  static func file(_ path: String) throws -> JSON {
    guard let folder else { return [] }
    return try JSON(parsing: [UInt8](Data(contentsOf: URL(filePath: "\(folder)/\(path)"))), depth: 64)
  }

  /// The texts of an array's elements. Some cases repeat a member name and cannot be parsed as JSON.
  static func texts(_ path: String) -> [[UInt8]] {
    guard let folder, let data = try? Data(contentsOf: URL(filePath: "\(folder)/\(path)")) else { return [] }
    var (texts, depth, start, isQuoted, isEscaped): ([[UInt8]], Int, Int, Bool, Bool) = ([], 0, 0, false, false)
    let bytes = [UInt8](data)
    for (index, byte) in bytes.enumerated() {
      if isQuoted {
        if byte == UInt8(ascii: "\""), !isEscaped { isQuoted = false }
        isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isQuoted = true
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        if depth == 2 { start = index }
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        depth -= 1
        if depth == 1 { texts.append(Array(bytes[start...index])) }
      default: break
      }
    }
    return texts
  }

  /// The cases of a suite.
  static func cases(_ path: String, under name: String? = nil) -> [JSON] {
    guard let file = try? file(path), case .array(let cases) = name.flatMap({ file[$0] }) ?? file else { return [] }
    return cases
  }
}
