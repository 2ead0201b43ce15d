import Testing

@testable import EspalierHTTP
@testable import EspalierServer

struct ExpositionTests {
  private func text(_ write: (inout Exposition) -> Void) -> String {
    var exposition = Exposition()
    write(&exposition)
    return String(decoding: exposition.bytes, as: UTF8.self)
  }

  @Test func `a family has its help, its type and its samples`() {
    let text = text {
      $0.add(
        "a_total", .counter, "Things.", [.init([("x", "1"), ("y", "2")], 3), .init([("x", "2"), ("y", "2")], 0)])
      $0.add("b", .gauge, "One number.", -4)
    }
    #expect(
      text == """
        # HELP a_total Things.
        # TYPE a_total counter
        a_total{x="1",y="2"} 3
        a_total{x="2",y="2"} 0
        # HELP b One number.
        # TYPE b gauge
        b -4

        """)
  }

  @Test func `a family without samples is written with its help and type only`() {
    #expect(text { $0.add("a", .gauge, "None.", []) } == "# HELP a None.\n# TYPE a gauge\n")
  }

  @Test(arguments: [
    (#"back\slash"#, #"back\\slash"#), ("line\nend", #"line\nend"#), (#"a "quote""#, #"a \"quote\""#),
    ("é {},=", "é {},="),
    ("", ""),
  ])
  func `a label's value is escaped`(value: String, written: String) {
    #expect(text { $0.add("a", .gauge, "", [.init([("l", value)], 1)]) }.contains("a{l=\"\(written)\"} 1\n"))
  }

  @Test func `a help text is escaped but keeps its quotes`() {
    #expect(text { $0.add("a", .gauge, "A \"b\\\nc", 1) }.hasPrefix(#"# HELP a A "b\\\nc"# + "\n# TYPE"))
  }

  @Test(arguments: [
    (0, "0"), (1, "0.000000001"), (50_000, "0.00005"), (1_500_000_000, "1.5"), (60_000_000_000, "60"),
    (-250_000_000, "-0.25"),
    (1_772_269_507_042_000_000, "1772269507.042"),
  ])
  func `a time is written in seconds, exactly`(nanoseconds: Int, written: String) {
    #expect(Exposition.Number.nanoseconds(nanoseconds).text == written)
  }

  @Test func `a histogram's buckets are cumulative and end with the total`() {
    let histogram = Histogram()
    for duration in [Duration.microseconds(10), .microseconds(50), .microseconds(51), .milliseconds(3), .seconds(7)] {
      histogram.observe(duration)
    }
    let lines = text { $0.add("t_seconds", "Time.", histogram.snapshot) }.split(separator: "\n").map(String.init)
    #expect(lines.prefix(2) == ["# HELP t_seconds Time.", "# TYPE t_seconds histogram"])
    #expect(
      lines.dropFirst(2).map { $0.replacing("t_seconds_", with: "") } == [
        #"bucket{le="0.00005"} 2"#, #"bucket{le="0.0001"} 3"#, #"bucket{le="0.00025"} 3"#, #"bucket{le="0.0005"} 3"#,
        #"bucket{le="0.001"} 3"#, #"bucket{le="0.0025"} 3"#, #"bucket{le="0.005"} 4"#, #"bucket{le="0.01"} 4"#,
        #"bucket{le="0.025"} 4"#, #"bucket{le="0.05"} 4"#, #"bucket{le="0.1"} 4"#, #"bucket{le="0.25"} 4"#,
        #"bucket{le="0.5"} 4"#, #"bucket{le="1"} 4"#, #"bucket{le="2.5"} 4"#, #"bucket{le="5"} 4"#,
        #"bucket{le="+Inf"} 5"#, "sum 7.003111", "count 5",
      ])
  }

  @Test func `the type names the version of the format`() {
    #expect(MediaType.exposition.description == "text/plain; version=0.0.4; charset=utf-8")
  }
}
