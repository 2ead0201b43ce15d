import Testing

@testable import EspalierHTTP

/// Which bytes a request wants (RFC 9110, 14.1.2 and 14.2).
struct ByteRangeTests {
  @Test(
    arguments: [
      ("bytes=0-499", 10_000, .part(0..<500)), ("bytes=500-999", 10_000, .part(500..<1000)),
      ("bytes=-500", 10_000, .part(9500..<10_000)), ("bytes=9500-", 10_000, .part(9500..<10_000)),
      ("bytes=0-0", 10_000, .part(0..<1)), ("bytes=-1", 10_000, .part(9999..<10_000)),
      ("bytes=0-", 10_000, .part(0..<10_000)), ("bytes=0-99999", 10_000, .part(0..<10_000)),
      ("bytes=9999-9999", 10_000, .part(9999..<10_000)), ("bytes=-99999", 10_000, .part(0..<10_000)),
      ("BYTES = 1-2", 10_000, .part(1..<3)), ("bytes= ,1-2,", 10_000, .part(1..<3)), ("bytes=0-0", 1, .part(0..<1)),
      ("bytes=1-99999999999999999999", 10, .part(1..<10)), ("bytes=-99999999999999999999", 10, .part(0..<10)),
      ("bytes=0-9223372036854775807", 10, .part(0..<10)),
    ] as [(String, Int, ByteRange)])
  func `a range is a part of the file`(text: String, count: Int, range: ByteRange) {
    #expect(ByteRange(parsing: text, of: count) == range)
  }

  @Test(arguments: [
    ("bytes=10000-", 10_000), ("bytes=10000-10001", 10_000), ("bytes=-0", 10_000), ("bytes=0-", 0), ("bytes=0-0", 0),
    ("bytes=99999999999999999999-", 10), ("bytes=-0", 0),
  ])
  func `a range behind the end is outside of the file`(text: String, count: Int) {
    #expect(ByteRange(parsing: text, of: count) == .outside)
  }

  @Test(arguments: [
    ("bytes=500-600,601-999", 10_000), ("bytes=0-0,-1", 10_000), ("bytes=5-4", 10), ("bytes=", 10), ("bytes", 10),
    ("bytes=-", 10), ("bytes=a-b", 10), ("bytes=1-b", 10), ("bytes=1", 10), ("bytes=1-2-3", 10), ("bytes=+1-2", 10),
    ("bytes=0x1-2", 10), ("bytes=1-2;3", 10), ("lines=0-1", 10), ("", 10), ("bytes=--1", 10), ("bytes=-5", 0),
    ("bytes=99999999999999999999-5", 10),
  ])
  func `several parts, other units and malformed ranges mean the whole file`(text: String, count: Int) {
    #expect(ByteRange(parsing: text, of: count) == .whole)
  }
}
