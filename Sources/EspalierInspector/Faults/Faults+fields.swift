import EspalierHTTP
import EspalierServer
import EspalierText
import Espalier

/// Faults as a client writes and reads them: whole numbers by name, as JSON or as a form.
extension Faults {
  /// One number, what it may be, and what a form says of it.
  struct Field: Sendable {
    let name: String
    let path: any WritableKeyPath<Faults, Int> & Sendable
    let upTo: Int
    let title: String
    let about: String
    /// What a form offers.
    let choices: [Int]
  }

  static let fields = [
    Field(
      name: "delay", path: \.milliseconds, upTo: 60_000, title: "Delay", about: "Each message arrives later.",
      choices: [0, 200, 1000, 5000]),
    often("cut", \.cut, "Cut", "The connection ends in the middle of a message."),
    often("drop", \.drop, "Drop", "A patch does not arrive, or a reply does not and its connection ends."),
    often("reorder", \.reorder, "Reorder", "A message arrives behind the next one."),
    often("duplicate", \.duplicate, "Duplicate", "A patch arrives twice, or an event does."),
    Field(
      name: "seed", path: \.seedOrZero, upTo: .max, title: "Chance", about: "Which messages it strikes.",
      choices: [0, 1]),
  ]

  private static func often(
    _ name: String, _ path: any WritableKeyPath<Faults, Int> & Sendable, _ title: String, _ about: String
  ) -> Field {
    Field(name: name, path: path, upTo: 1000, title: title, about: about, choices: [0, 2, 3, 5, 10])
  }

  private var milliseconds: Int {
    get { Int(delay / .milliseconds(1)) }
    set { delay = .milliseconds(newValue) }
  }

  /// On the wire no chance is 0.
  private var seedOrZero: Int {
    get { seed ?? 0 }
    set { seed = newValue == 0 ? nil : newValue }
  }

  /// By the names that `init(_:)` reads; the delay in milliseconds.
  var json: JSON { .object(JSONObject(Self.fields.map { ($0.name, .int(Int64(self[keyPath: $0.path]))) })) }

  /// Reads the body of a request: what it does not name goes well.
  init(_ request: Request, limits: PageLimits) throws(HTTPError) {
    self.init()
    for (name, value) in try Self.members(of: request, limits: limits) {
      guard let field = Self.fields.first(where: { $0.name == name }) else {
        let known = Self.fields.map(\.name).joined(separator: ", ")
        throw HTTPError(
          .unprocessable, "The field \"\(name.shown)\" is not known; faults have \(known).", field: name.shown)
      }
      guard let number = value, (0...field.upTo).contains(number) else {
        throw HTTPError(
          .unprocessable, "The field \"\(name)\" must be a whole number from 0 to \(field.upTo).", field: name)
      }
      self[keyPath: field.path] = number
    }
  }

  private static func members(of request: Request, limits: PageLimits) throws(HTTPError) -> [(String, Int?)] {
    guard try request.textType()?.isSame(as: .json) == true else {
      return try request.form().pairs.map { ($0.name, Int($0.value)) }
    }
    guard case .object(let object)? = try? JSON(parsing: request.body, depth: limits.jsonDepth) else {
      throw HTTPError(.badJSON, "The body must be a JSON object.", field: "body")
    }
    return object.members.map { member in
      if case .int(let number) = member.value { (member.name, Int(number)) } else { (member.name, nil) }
    }
  }

  /// In a few words, as for `2 s later, every 3rd dropped`.
  var summary: String {
    var parts = delay == .zero ? [] : ["\(Self.seconds(milliseconds)) later"]
    let words = [(cut, "cut"), (drop, "dropped"), (reorder, "reordered"), (duplicate, "duplicated")]
    parts += words.filter { $0.0 > 0 }.map { "\(often($0.0)) \($0.1)" }
    return parts.isEmpty ? "All goes well." : "Now: \(parts.joined(separator: ", "))."
  }

  private func often(_ count: Int) -> String { seed == nil ? Self.ordinal(count) : "one in \(count)" }

  static func seconds(_ milliseconds: Int) -> String {
    milliseconds % 1000 == 0 ? "\(milliseconds / 1000) s" : "\(Double(milliseconds) / 1000) s"
  }

  static func ordinal(_ count: Int) -> String {
    switch (count % 10, count % 100) {
    case _ where count == 1: "each"
    case (1, let tens) where tens != 11: "every \(count)st"
    case (2, let tens) where tens != 12: "every \(count)nd"
    case (3, let tens) where tens != 13: "every \(count)rd"
    default: "every \(count)th"
    }
  }
}
