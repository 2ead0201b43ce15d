import EspalierHTTP
import EspalierServer
import EspalierText
import Espalier

// The form in which clients read and write faults: whole numbers by name, as JSON or as a form.

extension Faults {
  /// A number, its range, and its texts and choices in the form.
  struct Field: Sendable {
    let name: String
    let path: any WritableKeyPath<Faults, Int> & Sendable
    let upTo: Int
    let title: String
    let about: String
    /// The choices in the form.
    let choices: [Int]
  }

  static let fields = [
    Field(
      name: "delay", path: \.milliseconds, upTo: 60_000, title: "Delay", about: "Delays each message.",
      choices: [0, 200, 1000, 5000]),
    often("cut", \.cut, "Cut", "The connection ends in the middle of a message."),
    often("drop", \.drop, "Drop", "A patch is lost, or a reply is lost and its connection ends."),
    often("reorder", \.reorder, "Reorder", "A message arrives after the next one."),
    often("duplicate", \.duplicate, "Duplicate", "A patch or an event arrives twice."),
    Field(
      name: "seed", path: \.seedOrZero, upTo: .max, title: "Chance", about: "Which messages have a fault.",
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

  /// The seed on the wire, where 0 means no seed.
  private var seedOrZero: Int {
    get { seed ?? 0 }
    set { seed = newValue == 0 ? nil : newValue }
  }

  /// The fields by the names that `init(_:)` reads; the delay in milliseconds.
  var json: JSON { .object(JSONObject(Self.fields.map { ($0.name, .int(Int64(self[keyPath: $0.path]))) })) }

  /// Reads the body of a request. A kind that the body does not name gets no fault.
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

  /// A short description, such as `Now: delayed by 2 s, every 3rd dropped.`
  var summary: String {
    var parts = delay == .zero ? [] : ["delayed by \(Self.seconds(milliseconds))"]
    let words = [(cut, "cut"), (drop, "dropped"), (reorder, "reordered"), (duplicate, "duplicated")]
    parts += words.filter { $0.0 > 0 }.map { "\(often($0.0)) \($0.1)" }
    return parts.isEmpty ? "No faults." : "Now: \(parts.joined(separator: ", "))."
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
