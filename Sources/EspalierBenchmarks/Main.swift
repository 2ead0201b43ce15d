/// Measures ratios to baselines of the same run. `scripts/bench` runs every part and writes the table of the article.
@main
enum Main {
  private static let parts: [(name: String, run: @Sendable (Report) throws -> Void)] = [
    ("rendering", Rendering.run), ("changes", Changes.run), ("diff", Diff.run), ("click", Click.run),
    ("notifications", Notifications.run), ("roundtrip", RoundTrip.run), ("streams", Streams.run),
    ("service", Listeners.run),
  ]

  private static let usage = """
    usage: EspalierBenchmarks [--short] [--instructions] [--json FILE] [PART…]
           EspalierBenchmarks --parts

    Build with -c release. --short uses small sizes and few rounds: it checks that the program works, but does not
    measure its speed. --instructions runs each piece of work twice, for callgrind. --json writes the rows to a file.
    """

  static func main() throws {
    var wanted = Array(CommandLine.arguments.dropFirst())
    func take(_ option: String) -> Bool {
      defer { wanted.removeAll { $0 == option } }
      return wanted.contains(option)
    }
    if take(StreamServer.word) { return try StreamServer.run() }
    if take(StreamServer.baselineWord) { return StreamServer.runBaseline() }
    if take(RequestServer.word) { return try RequestServer.run() }
    if take("--parts") { return parts.forEach { print($0.name) } }
    var file: String?
    if let index = wanted.firstIndex(of: "--json"), index + 1 < wanted.count {
      file = wanted[index + 1]
      wanted.removeSubrange(index...(index + 1))
    }
    let report = Report(isShort: take("--short"), countsInstructions: take("--instructions"))
    if let unknown = wanted.first(where: { name in !parts.contains { $0.name == name } }) {
      throw UsageError(description: "there is no part \(unknown)\n\(usage)")
    }
    // If a part fails, the rows that were measured before are still written.
    defer { if let file { report.write(to: file) } }
    for part in parts where wanted.isEmpty || wanted.contains(part.name) { try part.run(report) }
  }
}

private struct UsageError: Error, CustomStringConvertible {
  let description: String
}
