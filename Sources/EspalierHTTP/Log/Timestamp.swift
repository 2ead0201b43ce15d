import Glibc

/// A moment of the wall clock in UTC, written as RFC 3339 with milliseconds.
package struct Timestamp: Hashable, Sendable {
  /// Milliseconds since 1970-01-01T00:00:00Z.
  package let milliseconds: Int64

  /// Now.
  package static var now: Timestamp {
    var time = timespec()
    // Safe: the C function fills the local it is given.
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }

  /// Appends 24 bytes, for example `2026-02-28T09:05:07.042Z`.
  package func append(to bytes: inout [UInt8]) {
    let (days, rest) = milliseconds.quotientAndRemainderFlooring(dividingBy: 86_400_000)
    let (year, month, day) = Self.date(days: days)
    Self.append(year, 4, "-", &bytes)
    Self.append(month, 2, "-", &bytes)
    Self.append(day, 2, "T", &bytes)
    Self.append(rest / 3_600_000, 2, ":", &bytes)
    Self.append(rest / 60_000 % 60, 2, ":", &bytes)
    Self.append(rest / 1000 % 60, 2, ".", &bytes)
    Self.append(rest % 1000, 3, "Z", &bytes)
  }

  /// The Gregorian date of a day counted from 1970 (Howard Hinnant's civil_from_days).
  package static func date(days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let (era, dayOfEra) = (days + 719_468).quotientAndRemainderFlooring(dividingBy: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
  }

  /// The day counted from 1970 of a Gregorian date (Howard Hinnant's days_from_civil).
  package static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
    let (era, yearOfEra) = (year - (month <= 2 ? 1 : 0)).quotientAndRemainderFlooring(dividingBy: 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func append(_ value: Int64, _ width: Int, _ after: Unicode.Scalar, _ bytes: inout [UInt8]) {
    var unit: Int64 = 1
    for _ in 1..<width { unit *= 10 }
    while unit > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(value / unit % 10))
      unit /= 10
    }
    bytes.append(UInt8(ascii: after))
  }
}

extension Int64 {
  /// Division that rounds down, so that days before 1970 are correct.
  func quotientAndRemainderFlooring(dividingBy divisor: Int64) -> (Int64, Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
