import EspalierLocks
import Espalier
import EspalierTesting
import Testing

@testable import EspalierHTTP
@testable import EspalierServer

/// A program hands the metrics and the log to a backend of its own.
@Suite struct OwnBackendTests {
  private func site(_ log: Log = .silent) -> Site {
    Site(templates: "none", files: "none", log: log) { Page("/", title: "Front") { ContainerModel() } }
  }

  private func metric(_ name: String, _ labels: [String: String] = [:], of metrics: [Metric]) -> Metric? {
    metrics.first { metric in
      metric.name == name && Dictionary(uniqueKeysWithValues: metric.labels.map { ($0.name, $0.value) }) == labels
    }
  }

  @Test func `the metrics of a site are values`() async throws {
    let site = site()
    _ = try await TestPage.open("/", over: InProcess(site))
    let metrics = site.metrics()
    let instances = metric("espalier_page_instances", ["page": "/", "scope": "shared"], of: metrics)
    #expect(instances?.value == 1 && instances?.isCounter == false)
    let count = metric("espalier_flush_seconds_count", of: metrics)
    #expect(count?.value == 1 && count?.isCounter == true)
    #expect(metric("espalier_flush_seconds_bucket", ["le": "+Inf"], of: metrics)?.value == 1)
    #expect((0..<60).contains(metric("espalier_flush_seconds_sum", of: metrics)?.value ?? -1), "seconds")
    #expect(metric("process_start_time_seconds", of: metrics).map { $0.value > 1_700_000_000 } == true)
  }

  @Test func `the values are those of the text at /metrics, in order`() {
    let site = site()
    let lines = String(decoding: site.core.metrics.exposition, as: UTF8.self).split(separator: "\n")
    let names = lines.filter { !$0.hasPrefix("#") }.map { $0.prefix { $0 != " " && $0 != "{" } }
    #expect(site.metrics().map(\.name) == names.map(String.init))
  }

  @Test func `a log hands whole lines to its sink, and no line below its threshold`() throws {
    let lines = Lock<[String]>([])
    let log = Log(threshold: .warning) { bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      lines.withLock { $0 += text.split(separator: "\n").map(String.init) }
    }
    log.write(.info, "unseen")
    log.write(.warning, "seen") { $0.add("detail", "two\nlines") }
    let line = try #require(lines.withLock { $0.count == 1 ? $0[0] : nil })
    #expect(line.contains(" level=warning event=seen detail=\"two\\nlines\""))
  }
}
