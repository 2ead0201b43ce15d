/// A date in a header field, in whole seconds (RFC 9110, 5.6.7).
struct HTTPDate: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// Seconds since 1970-01-01T00:00:00Z.
  let seconds: Int64

  init(seconds: Int64) { self.seconds = seconds }

  static func < (one: HTTPDate, other: HTTPDate) -> Bool { one.seconds < other.seconds }

  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
  private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]

  /// As servers write it: `Sun, 06 Nov 1994 08:49:37 GMT`.
  var description: String {
    func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
    let (days, rest) = seconds.quotientAndRemainderFlooring(dividingBy: 86_400)
    let (year, month, day) = Timestamp.date(days: days)
    let weekday = Self.weekdays[Int(days.quotientAndRemainderFlooring(dividingBy: 7).1)]
    let padding = String(repeating: "0", count: max(0, 4 - "\(year)".count))
    let time = "\(two(rest / 3600)):\(two(rest / 60 % 60)):\(two(rest % 60))"
    return "\(weekday), \(two(day)) \(Self.months[Int(month) - 1]) \(padding)\(year) \(time) GMT"
  }

  /// Reads the three forms that a server must accept; nil for anything else. `now` tells the century of two digits.
  init?(parsing text: String, now: HTTPDate) {
    let words = text.split(separator: " ").map(String.init)
    let date: (day: String, month: String, year: String)
    let time: String
    switch words.count {
    case 6 where words[0].hasSuffix(",") && words[5] == "GMT":
      // Sun, 06 Nov 1994 08:49:37 GMT
      (date, time) = ((words[1], words[2], words[3]), words[4])
    case 4 where words[0].hasSuffix(",") && words[3] == "GMT":
      // Sunday, 06-Nov-94 08:49:37 GMT
      let parts = words[1].split(separator: "-").map(String.init)
      guard parts.count == 3 else { return nil }
      (date, time) = ((parts[0], parts[1], parts[2]), words[2])
    case 5:
      // Sun Nov  6 08:49:37 1994
      (date, time) = ((words[2], words[1], words[4]), words[3])
    default: return nil
    }
    let clock = time.split(separator: ":", omittingEmptySubsequences: false).map { Self.number($0, digits: 2...2) }
    guard let day = Self.number(date.day, digits: 1...2), let month = Self.months.firstIndex(of: date.month),
      var year = Self.number(date.year, digits: words.count == 4 ? 2...2 : 4...4), clock.count == 3,
      let hour = clock[0], let minute = clock[1], let second = clock[2], hour < 24, minute < 60, second <= 60
    else { return nil }
    let thisYear = Timestamp.date(days: now.seconds / 86_400).year
    if words.count == 4 {
      // More than 50 years in the future means the past.
      year += thisYear / 100 * 100
      if year > thisYear + 50 { year -= 100 }
    }
    let days = Timestamp.days(year: year, month: Int64(month + 1), day: day)
    guard Timestamp.date(days: days) == (year, Int64(month + 1), day) else { return nil }
    seconds = days * 86_400 + hour * 3600 + minute * 60 + second
  }

  private static func number(_ text: some StringProtocol, digits: ClosedRange<Int>) -> Int64? {
    digits.contains(text.utf8.count) && text.utf8.allSatisfy(\.isDigit) ? Int64(text) : nil
  }
}
