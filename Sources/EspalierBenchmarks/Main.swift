/// Measures ratios against baselines of the same run; `scripts/bench` runs every part and writes the article's table.
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

    Build with -c release. --short takes small sizes and few rounds: it shows that the program works, not how fast it is.
    --instructions runs each piece of work twice, for callgrind. --json writes the rows to a file.
    """

  static func main() throws {
    var wanted = Array(CommandLine.arguments.dropFirst())
    func take(_ option: String) -> Bool {
      defer { wanted.removeAll { $0 == option } }
      return wanted.contains(option)
    }
    if take(StreamServer.word) { return try StreamServer.run() }
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
    // Rows that were measured before a part fails are written too.
    defer { if let file { report.write(to: file) } }
    for part in parts where wanted.isEmpty || wanted.contains(part.name) { try part.run(report) }
  }
}

private struct UsageError: Error, CustomStringConvertible {
  let description: String
}
