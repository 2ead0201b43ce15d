import EspalierHTTP
import EspalierTables

/// How PostgreSQL writes the values of a type as text, and which `SQLValue` they are.
enum PostgresType: Sendable {
  case integer, boolean, real, bytes, text, paddedText, decimal, uuid
  /// A timestamp or a date: seconds since 1970.
  case moment
  /// Any other type. Its values are texts.
  case other

  /// The numbers of the types are the same in all servers (https://github.com/postgres/postgres, pg_type.dat).
  init(oid: UInt32) {
    self =
      switch oid {
      case 20, 21, 23, 26: .integer  // int8, int2, int4, oid
      case 16: .boolean  // bool
      case 700, 701: .real  // float4, float8
      case 17: .bytes  // bytea
      case 19, 25, 1043: .text  // name, text, varchar
      case 1042: .paddedText  // char(n)
      case 1082, 1114, 1184: .moment  // date, timestamp, timestamptz
      case 1700: .decimal  // numeric
      case 2950: .uuid  // uuid
      default: .other
      }
  }

  /// How two values compare.
  var collation: Collation {
    switch self {
    case .paddedText: .rtrim
    case .decimal: .decimal
    default: .binary
    }
  }

  /// The value that PostgreSQL writes as a text.
  func value(_ text: String) -> SQLValue {
    let value: SQLValue? =
      switch self {
      case .integer: Int64(text).map(SQLValue.integer)
      case .boolean: .integer(text == "t" ? 1 : 0)
      case .real: Double(text).map(SQLValue.real)
      case .bytes: Self.bytes(text).map(SQLValue.blob)
      case .moment: PostgresMoment.seconds(text).map(SQLValue.real)
      case .text, .paddedText, .decimal, .uuid, .other: nil
      }
    return value ?? .text(text)
  }

  /// A value as PostgreSQL reads it for a parameter of this type; nil for NULL.
  func text(_ value: SQLValue) -> String? {
    switch (self, value) {
    case (_, .null): nil
    case (.moment, .integer(let seconds)): PostgresMoment.text(Double(seconds))
    case (.moment, .real(let seconds)): PostgresMoment.text(seconds)
    case (_, .integer(let number)): "\(number)"
    case (_, .real(let number)):
      number.isNaN ? "NaN" : number.isInfinite ? number < 0 ? "-Infinity" : "Infinity" : "\(number)"
    case (_, .text(let text)): text
    case (_, .blob(let bytes)): "\\x" + bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
  }

  /// Reads `\x00ff`.
  private static func bytes(_ text: String) -> [UInt8]? {
    guard text.hasPrefix("\\x") else { return nil }
    var (bytes, high) = ([UInt8](), UInt8?.none)
    for character in text.utf8.dropFirst(2) {
      guard let digit = Character(UnicodeScalar(character)).hexDigitValue.map(UInt8.init) else { return nil }
      if let first = high { bytes.append(first << 4 | digit) }
      high = high == nil ? digit : nil
    }
    return bytes
  }
}

/// A timestamp or a date as PostgreSQL writes it in UTC: `2026-03-01 12:30:00.5+00`, `infinity`, `0044-03-15 BC`.
enum PostgresMoment {
  /// The seconds since 1970. Microseconds, which PostgreSQL counts, are exact from the year 1685 to 2255.
  static func seconds(_ text: String) -> Double? {
    if text == "infinity" { return .infinity }
    if text == "-infinity" { return -.infinity }
    let isBeforeChrist = text.hasSuffix(" BC")
    let parts = (isBeforeChrist ? text.dropLast(3) : text[...]).split(separator: " ")
    guard let date = parts.first else { return nil }
    let numbers = date.split(separator: "-").map { Int64($0) }
    guard numbers.count == 3, let year = numbers[0], let month = numbers[1], let day = numbers[2] else { return nil }
    let days = Timestamp.days(year: isBeforeChrist ? 1 - year : year, month: month, day: day)
    guard parts.count == 2 else { return Double(days * 86_400) }
    let time = parts[1].prefix { $0 != "+" && $0 != "-" }.split(separator: ":")
    guard time.count == 3, let hours = Int64(time[0]), let minutes = Int64(time[1]), let seconds = Double(time[2])
    else {
      return nil
    }
    let (whole, microseconds) = (days * 86_400 + hours * 3600 + minutes * 60, Int64((seconds * 1_000_000).rounded()))
    // As long as microseconds are exact numbers, nothing is rounded twice.
    if whole.magnitude < 1 << 33 { return Double(whole * 1_000_000 + microseconds) / 1_000_000 }
    return Double(whole) + Double(microseconds) / 1_000_000
  }

  /// The moment as PostgreSQL reads it, rounded to microseconds.
  static func text(_ seconds: Double) -> String {
    // Outside of what PostgreSQL can store.
    guard seconds.magnitude < 9.0e12 else { return seconds < 0 ? "-infinity" : "infinity" }
    let whole = seconds.rounded(.down)
    let microseconds = Int64(whole) * 1_000_000 + Int64(((seconds - whole) * 1_000_000).rounded())
    let days = (microseconds - (microseconds < 0 ? 86_399_999_999 : 0)) / 86_400_000_000
    let rest = microseconds - days * 86_400_000_000
    let (year, month, day) = Timestamp.date(days: days)
    func digits(_ number: Int64, _ count: Int) -> String {
      let text = "\(number)"
      return String(repeating: "0", count: max(count - text.count, 0)) + text
    }
    let date = "\(digits(year > 0 ? year : 1 - year, 4))-\(digits(month, 2))-\(digits(day, 2))"
    let time =
      "\(digits(rest / 3_600_000_000, 2)):\(digits(rest / 60_000_000 % 60, 2)):\(digits(rest / 1_000_000 % 60, 2))"
    return "\(date) \(time).\(digits(rest % 1_000_000, 6))+00\(year > 0 ? "" : " BC")"
  }
}
