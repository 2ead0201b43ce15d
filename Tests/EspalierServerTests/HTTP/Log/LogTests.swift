import EspalierLocks
import Testing

@testable import EspalierHTTP
@testable import EspalierServer

struct LogTests {
  private func line(_ fields: (inout LogLine) -> Void) -> String {
    var line = LogLine(.info, "request", at: Timestamp(milliseconds: 1_772_269_507_042))
    fields(&line)
    return String(decoding: line.bytes, as: UTF8.self)
  }

  @Test func `a line has time, level, event and fields`() {
    let text = line {
      $0.add("path", "/a"); $0.add("status", 200)
    }
    #expect(text == "time=2026-02-28T09:05:07.042Z level=info event=request path=/a status=200")
  }

  @Test(arguments: [
    ("", "\"\""), ("a b", "\"a b\""), ("a=b", "\"a=b\""), ("a\"b\\", "\"a\\\"b\\\\\""),
    ("a\nlevel=error", "\"a\\nlevel=error\""),
    ("\r\t", "\"\\r\\t\""), ("\u{1B}[31m", "\"\\u{1b}[31m\""), ("\u{202E}x", "\"\\u{202e}x\""), ("é", "\"é\""),
    ("a-b/c?d", "a-b/c?d"),
  ])
  func `a value cannot break its line`(value: String, written: String) {
    #expect(line { $0.add("k", value) }.hasSuffix(" k=" + written))
  }

  @Test(
    arguments: [
      (0, "1970-01-01T00:00:00.000Z"), (951_782_400_000, "2000-02-29T00:00:00.000Z"),
      (4_107_542_399_999, "2100-02-28T23:59:59.999Z"), (-1, "1969-12-31T23:59:59.999Z"),
    ] as [(Int64, String)])
  func `a time is written in UTC to the millisecond`(milliseconds: Int64, text: String) {
    var bytes: [UInt8] = []
    Timestamp(milliseconds: milliseconds).append(to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == text)
  }

  @Test func `lines below the threshold are not made at all`() {
    let lines = Lock<[String]>([])
    let log = Log(threshold: .warning) { bytes in lines.withLock { $0.append(String(decoding: bytes, as: UTF8.self)) } }
    log.write(.info, "quiet") { _ in Issue.record("made a line that is not written") }
    log.write(.error, "loud")
    #expect(lines.withLock { $0.count } == 1)
    #expect(lines.withLock { $0.first?.hasSuffix(" level=error event=loud\n") } == true)
    Log.silent.write(.error, "none") { _ in Issue.record("a silent log makes a line") }
  }

  @Test(arguments: [
    ("/cart/events?node=a&instance=0123456789abcdef&event=x", "/cart/events?node=a&instance=012345…&event=x"),
    ("/cart?%69nstance=0123456789abcdef", "/cart?%69nstance=012345…"),
    ("/cart?%7Eload=0123456789abcdef.1&%7e%6Coad=0123456789", "/cart?%7Eload=012345…&%7e%6Coad=012345…"),
    ("/cart?~load=0123456789abcdef.1", "/cart?~load=012345…"), ("/cart?instance=1", "/cart?instance=1"),
    ("/cart?instances=0123456789&=&&", "/cart?instances=0123456789&=&&"),
    ("/instance=0123456789", "/instance=0123456789"),
  ])
  func `secrets in a logged target are cut short`(target: String, shown: String) {
    #expect(LoggedTarget(secrets: ["instance", "~load"]).text(of: target) == shown)
  }
}
