import EspalierHTTP

/// Reads a date as SQLite's date functions write it: `2026-03-01`, `2026-03-01 12:30`, or with seconds, a fraction and
/// `Z` or an offset. Without an offset it is in UTC (https://www.sqlite.org/lang_datefunc.html#tmval).
package enum ISODate {
  /// The seconds since 1970; nil if the text is not such a date.
  package static func seconds(_ text: String) -> Double? {
    var rest = text.utf8[...]
    guard let year = digits(4, &rest), take("-", &rest), let month = digits(2, &rest), take("-", &rest),
      let day = digits(2, &rest), (1...12).contains(month), (1...31).contains(day)
    else { return nil }
    let days = Int(Timestamp.days(year: Int64(year), month: Int64(month), day: Int64(day)))
    if rest.isEmpty { return Double(days * 86_400) }
    guard take(" ", &rest) || take("T", &rest), let hour = digits(2, &rest), take(":", &rest),
      let minute = digits(2, &rest), hour < 24, minute < 60
    else { return nil }
    var seconds = Double(days * 86_400 + hour * 3600 + minute * 60)
    if take(":", &rest) {
      guard let whole = digits(2, &rest), whole < 60, let fraction = fraction(&rest) else { return nil }
      seconds += Double(whole) + fraction
    }
    if rest.isEmpty || (take("Z", &rest) && rest.isEmpty) { return seconds }
    let sign: Double = take("+", &rest) ? 1 : -1
    guard sign == 1 || take("-", &rest), let hours = digits(2, &rest), take(":", &rest),
      let minutes = digits(2, &rest), rest.isEmpty, hours < 15, minutes < 60
    else { return nil }
    return seconds - sign * Double(hours * 3600 + minutes * 60)
  }

  private static func digits(_ count: Int, _ rest: inout Substring.UTF8View.SubSequence) -> Int? {
    let part = rest.prefix(count)
    guard part.count == count, part.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    rest = rest.dropFirst(count)
    return part.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  private static func fraction(_ rest: inout Substring.UTF8View.SubSequence) -> Double? {
    guard take(".", &rest) else { return 0 }
    var (value, unit) = (0.0, 0.1)
    guard let first = rest.first, (0x30...0x39).contains(first) else { return nil }
    while let digit = rest.first, (0x30...0x39).contains(digit) {
      value += Double(digit - 0x30) * unit
      unit /= 10
      rest = rest.dropFirst()
    }
    return value
  }

  private static func take(_ sign: Unicode.Scalar, _ rest: inout Substring.UTF8View.SubSequence) -> Bool {
    guard rest.first == UInt8(ascii: sign) else { return false }
    rest = rest.dropFirst()
    return true
  }
}
