/// Prints ratios against baselines measured in the same run. Build with `-c release`; name a part to run it alone.
@main
enum Main {
  static func main() throws {
    let parts: [(name: String, run: () throws -> Void)] = [
      ("rendering", Rendering.run), ("changes", Changes.run), ("diff", Diff.run), ("click", Click.run),
      ("notifications", Notifications.run), ("roundtrip", RoundTrip.run), ("streams", Streams.run),
      ("service", Listeners.run),
    ]
    let wanted = CommandLine.arguments.dropFirst()
    if wanted.contains(StreamServer.word) { return try StreamServer.run() }
    print(pad("", 52), pad("this", 12), pad("baseline", 12), "ratio")
    for part in parts where wanted.isEmpty || wanted.contains(part.name) { try part.run() }
  }
}
