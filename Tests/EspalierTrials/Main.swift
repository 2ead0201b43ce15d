import Espalier
import EspalierCluster
import EspalierSQLite
import EspalierHTTP
import EspalierServer
import Glibc

/// Serves pages that misbehave, to test how a server reacts:
///
///     espalier-trials [--port NUMBER] [--data FILE] [--instances NUMBER] [--public DIR] [--log LEVEL]
///                     [--deadline SECONDS] [--buttons NUMBER] [--unlimited] [--broken] [--connections NUMBER] [--proxies LIST]
///                     [--form NUMBER] [--tick] [--rows NUMBER] [--cluster URL --peers ADDRESS] [--apart]
///     espalier-trials --write FILE [--from NUMBER]
@main
enum Main {
  private static let flags = ["--people", "--unlimited", "--broken", "--tick", "--apart"]

  static func main() async {
    var options: [String: String] = [:]
    var rest = CommandLine.arguments.dropFirst()
    while let name = rest.popFirst() { options[name] = flags.contains(name) ? "" : rest.popFirst() ?? "" }
    do {
      if let file = options["--write"] {
        try await EndlessWrites.run(file, from: options["--from"].flatMap { Int($0) } ?? 0)
      }
      if options["--tick"] != nil { tick() }
      let site =
        switch options["--apart"] == nil ? options["--form"] : "apart" {
        case "apart": try apart(options)
        case "3": try site(options, ThirdCount.self)
        case "2": try site(options, SecondCount.self)
        default: try site(options, FirstCount.self)
        }
      await site.run(port: options["--port"].flatMap { UInt16($0) } ?? 0)
    } catch {
      Log.standardError(Array("espalier-trials: \(error)\n".utf8))
      exit(1)
    }
  }

  /// Writes a line again and again in a task, as a program does that has something to do besides serving.
  private static func tick() {
    Task {
      while !Task.isCancelled {
        Log.standardError(Array("tick\n".utf8))
        try await Task.sleep(for: .milliseconds(20))
      }
    }
  }

  private static func store(_ options: [String: String], _ file: String?, _ log: Log) throws -> PageStore? {
    if let url = options["--cluster"] { return .cluster(url, at: options["--peers"] ?? "", log: log) }
    return try file.map { try PageStore.sqlite($0) }
  }

  /// A site whose pages are at different servers.
  private static func apart(_ options: [String: String]) throws -> Site {
    let log = log(options)
    let site = Site(
      templates: "none", limits: Limits(http: HTTPLimits(for: options), pages: PageLimits(for: options)),
      store: try store(options, nil, log), metrics: .addresses(["127.0.0.1"]), log: log
    ) {
      ApartPages.parts
    }
    .provideSession(GatePage.Visit(), as: "visit")
    PricePage.share(from: site)
    return site
  }

  private static func log(_ options: [String: String]) -> Log {
    Log(threshold: LogLevel.allCases.first { $0.name == options["--log"] } ?? .warning)
  }

  /// The site in the version of the program that saves numbers in this form.
  private static func site<Number: Count>(_ options: [String: String], _ form: Number.Type) throws -> Site {
    let file = options["--data"].flatMap { $0 == "none" ? nil : $0 }
    let database = Database.entries(beside: file ?? "")
    let burst = BurstPage.database(file ?? "", rows: options["--rows"].flatMap { Int($0) } ?? 1_000)
    let log = log(options)
    let site = Site(
      templates: "none", files: options["--public"] ?? "none", languages: [.english, .german],
      limits: Limits(http: HTTPLimits(for: options), pages: PageLimits(for: options)),
      store: try store(options, file, log),
      metrics: .addresses(["127.0.0.1"]),
      proxies: options["--proxies"].map { $0.split(separator: ",").map(String.init) } ?? [], log: log
    ) {
      Page("/busy", title: "Busy", scope: .browser) { BusyPage() }
      Page("/trap", title: "Trap") { TrapPage() }
      Page("/mytrap", title: "My trap", scope: .browser) { TrapPage() }
      Page("/held", title: "Held") { HeldPage() }
      if options["--broken"] != nil { Page("/broken", title: "Broken") { BrokenPage() } }
      Page("/ledger", title: "Ledger") { LedgerPage() }
      Page("/mine", title: "My ledger", scope: .browser) { LedgerPage() }
      if file != nil { Page("/everywhere", title: "Everywhere") { EverywherePage<Number>(database) } }
      Page("/dictionary", title: "Dictionary") { DictionaryPage() }
      Page("/number", title: "Number") { NumberPage() }
      Page("/big", title: "Big") { BigPage(24_000) }
      Page("/rows", title: "Rows") { BigPage(20) }
      Page("/log", title: "Log") { LogPage() }
      Page("/lunch", title: "Lunch") { Lunch() }
      Page("/table", title: "Table", scope: .tab) { TablePage() }
      if file != nil {
        Page("/burst", title: "Burst", scope: .tab) { BurstPage(burst) }
        Page(TwoListsURL.self, title: "Two lists", scope: .tab, example: TwoListsURL()) { TwoListsPage($0, burst) }
      }
      Page("/note", title: "Note") { NotePage() }.takingFiles(upTo: 1 << 12)
      Page("/own", title: "Own", scope: .browser) { BigPage(20) }
      Page("/album", title: "Album", scope: .browser) { BigPage(400) }
      let buttons = options["--buttons"].flatMap { Int($0) } ?? 2_000
      Page("/buttons", title: "Buttons") { ButtonsPage(buttons) }
      Page("/words", title: "Words", scope: .browser) { WordsPage() }
      Page("/woerter", title: "Wörter", scope: .browser) { WordsPage() }.language(.german)
      Page("/kalimat", title: "كلمات", scope: .browser) { WordsPage() }.language(Language("ar", words: .english))
      Page("/mybuttons", title: "My buttons", scope: .tab) { ButtonsPage(buttons) }
      if options["--people"] != nil { Vault.parts }
    }
    .provide(EverywherePage<Number>.Tally(), persisting: EverywherePage<Number>.Tally.persist)
    .provideSession(WordsPage.Choice(), as: "language")
    .chooseLanguage { $0.session(WordsPage.Choice.self)?.value.tag }
    if options["--people"] != nil { Vault.declare(on: site) }
    return site
  }
}

extension HTTPLimits {
  fileprivate init(for options: [String: String]) {
    self.init()
    if options["--unlimited"] != nil { connectionsPerAddress = 0 }
    if let deadline = options["--deadline"].flatMap({ Double($0) }) {
      (headerDeadline, bodyDeadline) = (.seconds(deadline), .seconds(deadline))
    }
    if let seconds = options["--heartbeat"].flatMap({ Double($0) }) { heartbeat = .seconds(seconds) }
    if let count = options["--connections"].flatMap({ Int($0) }) { connectionsPerAddress = count }
  }
}

extension PageLimits {
  fileprivate init(for options: [String: String]) {
    self.init()
    if let count = options["--instances"].flatMap({ Int($0) }) {
      (instances, instancesPerAddress) = (count, count / 4)
    }
    guard options["--unlimited"] != nil else { return }
    (eventsPerSecond, eventsPerAddress, instancesPerSecond, streamsPerBrowser) = (0, 0, 0, 0)
    (eventWork, instanceBytes, instanceBytesPerAddress) = (.zero, .max, 0)
    // One client opens thousands of pages that several servers share out.
    if options["--apart"] != nil { instancesPerAddress = 0 }
  }
}
