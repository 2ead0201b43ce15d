import Testing

@testable import EspalierHTTP

/// Dates of header fields (RFC 9110, 5.6.7).
struct HTTPDateTests {
  /// 2026-11-27T22:00:00Z
  private static let now = HTTPDate(seconds: 1_795_816_800)

  private static func seconds(_ text: String) -> Int64? { HTTPDate(parsing: text, now: now)?.seconds }

  @Test(arguments: [
    "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
  ])
  func `the three forms of the standard are one moment`(text: String) {
    #expect(Self.seconds(text) == 784_111_777)
  }

  @Test(
    arguments: [
      (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
      (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"), (1_795_816_800, "Fri, 27 Nov 2026 22:00:00 GMT"),
      (-1, "Wed, 31 Dec 1969 23:59:59 GMT"), (4_107_542_399, "Sun, 28 Feb 2100 23:59:59 GMT"),
    ] as [(Int64, String)])
  func `a date is written as servers must write it, and read again`(seconds: Int64, text: String) {
    #expect(HTTPDate(seconds: seconds).description == text)
    #expect(Self.seconds(text) == seconds)
  }

  @Test func `two digits of a year are at most 50 years in the future`() {
    #expect(Self.seconds("Friday, 27-Nov-76 22:00:00 GMT") == Self.seconds("Fri, 27 Nov 2076 22:00:00 GMT"))
    #expect(Self.seconds("Sunday, 27-Nov-77 22:00:00 GMT") == Self.seconds("Sun, 27 Nov 1977 22:00:00 GMT"))
  }

  @Test(arguments: [
    "", "now", "0", "784111777", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 CET",
    "Sun, 06 Now 1994 08:49:37 GMT", "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 06 Nov 94 08:49:37 GMT",
    "Sun, 06 Nov 1994 24:49:37 GMT", "Sun, 06 Nov 1994 08:60:37 GMT", "Sun, 06 Nov 1994 08:49:61 GMT",
    "Sun, 06 Nov 1994 8:49:37 GMT", "Sun, 06 Nov 1994 08:49 GMT", "Sun, +6 Nov 1994 08:49:37 GMT",
    "Sunday, 06-Nov-1994 08:49:37 GMT", "Sun, 00 Nov 1994 08:49:37 GMT", "\"tag\"",
  ])
  func `anything else is not a date`(text: String) { #expect(Self.seconds(text) == nil) }
}
