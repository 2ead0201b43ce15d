package import Espalier

/// JSON Patch (RFC 6902), to test laws about patches. Checked against the public test suite.
package enum JSONPatch {
  package struct Failure: Error { package let reason: String }

  package static func apply(_ patch: JSON, to document: JSON) throws -> JSON {
    guard case .array(let operations) = patch else { throw Failure(reason: "a patch is an array") }
    return try operations.reduce(document) { try apply(operation: $1, to: $0) }
  }

  private static func apply(operation: JSON, to document: JSON) throws -> JSON {
    guard let verb = operation["op"]?.text, let path = operation["path"]?.text else {
      throw Failure(reason: "an operation needs op and path")
    }
    let tokens = try tokens(of: path)
    func value() throws -> JSON {
      guard let value = operation["value"] else { throw Failure(reason: "\(verb) needs a value") }
      return value
    }
    func source() throws -> [String] {
      guard let from = operation["from"]?.text else { throw Failure(reason: "\(verb) needs from") }
      return try self.tokens(of: from)
    }
    switch verb {
    case "add": return try document.adding(value(), at: tokens[...])
    case "remove": return try document.removing(at: tokens[...]).document
    case "replace": return try document.removing(at: tokens[...]).document.adding(value(), at: tokens[...])
    case "move":
      let (rest, moved) = try document.removing(at: source()[...])
      return try rest.adding(moved, at: tokens[...])
    case "copy": return try document.adding(document.value(at: source()[...]), at: tokens[...])
    case "test":
      guard try document.value(at: tokens[...]) ~~ value() else { throw Failure(reason: "test failed") }
      return document
    default: throw Failure(reason: "unknown operation \(verb)")
    }
  }

  private static func tokens(of pointer: String) throws -> [String] {
    if pointer.isEmpty { return [] }
    guard pointer.utf8.first == UInt8(ascii: "/") else { throw Failure(reason: "a pointer begins with /") }
    return pointer.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst().map(unescaped)
  }

  /// Compares bytes: a combining character after `~` must not hide it.
  private static func unescaped(_ token: Substring.UTF8View) -> String {
    var bytes: [UInt8] = []
    var isEscape = false
    for byte in token {
      if isEscape {
        bytes.append(UInt8(ascii: byte == UInt8(ascii: "1") ? "/" : "~"))
      } else if byte != UInt8(ascii: "~") {
        bytes.append(byte)
      }
      isEscape = !isEscape && byte == UInt8(ascii: "~")
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

infix operator ~~ : ComparisonPrecedence

extension JSON {
  /// Equality as defined in RFC 6902 section 4.6: objects are unordered and 1 equals 1.0.
  package static func ~~ (left: JSON, right: JSON) -> Bool {
    switch (left, right) {
    case (.object(let left), .object(let right)):
      left.members.count == right.members.count
        && left.members.allSatisfy { member in right[member.name].map { member.value ~~ $0 } ?? false }
    case (.array(let left), .array(let right)):
      left.count == right.count && zip(left, right).allSatisfy { $0 ~~ $1 }
    case (.int(let left), .double(let right)): Double(left) == right
    case (.double(let left), .int(let right)): left == Double(right)
    default: left == right
    }
  }

  fileprivate func value(at path: ArraySlice<String>) throws -> JSON {
    guard let first = path.first else { return self }
    let child: JSON? = if case .array = self { self[try index(first, below: Int.max)] } else { self[first] }
    guard let child else { throw JSONPatch.Failure(reason: "there is nothing at \(first)") }
    return try child.value(at: path.dropFirst())
  }

  private func index(_ token: String, below end: Int) throws -> Int {
    guard let index = Int(token), String(index) == token, index >= 0, index < end else {
      throw JSONPatch.Failure(reason: "\(token) is no index")
    }
    return index
  }

  fileprivate func adding(_ value: JSON, at path: ArraySlice<String>) throws -> JSON {
    guard let first = path.first else { return value }
    let isLast = path.count == 1
    switch self {
    case .array(var elements):
      if isLast {
        elements.insert(value, at: first == "-" ? elements.count : try index(first, below: elements.count + 1))
      } else {
        let index = try index(first, below: elements.count)
        elements[index] = try elements[index].adding(value, at: path.dropFirst())
      }
      return .array(elements)
    case .object(var object):
      if isLast {
        object[first] = value
      } else {
        guard let child = object[first] else { throw JSONPatch.Failure(reason: "there is nothing at \(first)") }
        object[first] = try child.adding(value, at: path.dropFirst())
      }
      return .object(object)
    default: throw JSONPatch.Failure(reason: "nothing can be added at \(first)")
    }
  }

  fileprivate func removing(at path: ArraySlice<String>) throws -> (document: JSON, removed: JSON) {
    guard let first = path.first else { return (.null, self) }
    let isLast = path.count == 1
    switch self {
    case .array(var elements):
      let index = try index(first, below: elements.count)
      if isLast { return (.array(elements.enumerated().filter { $0.offset != index }.map(\.element)), elements[index]) }
      let inner = try elements[index].removing(at: path.dropFirst())
      elements[index] = inner.document
      return (.array(elements), inner.removed)
    case .object(var object):
      guard let child = object[first] else { throw JSONPatch.Failure(reason: "there is nothing at \(first)") }
      if isLast {
        object[first] = nil
        return (.object(object), child)
      }
      let inner = try child.removing(at: path.dropFirst())
      object[first] = inner.document
      return (.object(object), inner.removed)
    default: throw JSONPatch.Failure(reason: "nothing can be removed at \(first)")
    }
  }
}
