import FoundationEssentials

/// One task of the team.
struct Card: Codable, Hashable, Sendable, Identifiable {
  /// The column in which a card is, with its title.
  enum Status: String, Codable, CaseIterable, Sendable {
    case todo = "To do"
    case doing = "Doing"
    case done = "Done"

    /// The column to the right; nil for the last one.
    var next: Status? { Self.allCases.drop { $0 != self }.dropFirst().first }
  }

  struct Comment: Codable, Hashable, Sendable, Identifiable {
    let id: Int
    let author: Member
    let text: String
  }

  /// What people fill in.
  struct Fields: Codable, Hashable, Sendable {
    var title = ""
    var assignee: Member?
    var due: Day?
  }

  let id: Int
  var fields: Fields
  var status = Status.todo
  /// Cards with a smaller rank are above.
  var rank: Double
  var comments: [Comment] = []

  var isLate: Bool { status != .done && fields.due.map { $0.rawValue < Day.today } ?? false }
}

/// A day of the calendar, written as `2026-11-30`.
struct Day: RawRepresentable, Codable, Hashable, Sendable {
  let rawValue: String
  private static let format = Date.ISO8601FormatStyle().year().month().day()

  /// Nil if the calendar has no such day.
  init?(rawValue text: String) {
    guard let date = try? Date(text, strategy: Self.format), date.formatted(Self.format) == text else { return nil }
    rawValue = text
  }

  /// Today, in the time zone of UTC.
  static var today: String { Date.now.formatted(format) }
}

/// The people of the team.
enum Member: String, Codable, CaseIterable, Sendable {
  case ada = "Ada"
  case ben = "Ben"
  case cleo = "Cleo"
  case dora = "Dora"
}

/// What the board keeps for each browser: who has signed in.
struct Login: Codable, Hashable, Sendable {
  var member: Member?
}
