import EspalierCluster
import EspalierDemos
import EspalierSQLite
import EspalierInspector
import EspalierServer
import Glibc

/// Serves the demos until a signal stops the process.
@main
enum Main {
  static func main() async {
    do {
      try await run(Options(CommandLine.arguments.dropFirst()))
    } catch {
      fail("\(error)", status: error is Options.Invalid ? 2 : 1)
    }
  }

  private static func run(_ options: Options) async throws {
    if options.wantsHelp { return print(Options.help) }
    if let url = options.healthURL { return try HealthCheck(url: url).run() }
    let log = Log(threshold: options.logLevel)
    var limits = Limits()
    limits.http.drainDelay = options.drainDelay
    let tables = try await tables(options, log)
    let site = try DemoSite.make(
      templates: options.templates, files: options.files, sources: options.sources,
      isDevelopment: options.isDevelopment, limits: limits, store: try store(options, tables, log),
      metrics: options.metrics, hosts: options.hosts, proxies: options.proxies,
      tools: options.isDevelopment ? [.inspector(faults: options.faults)] : [],
      pace: options.pace, prefix: options.prefix, tables: tables,
      log: log)
    await site.run(host: options.host, port: options.port, tls: options.tls)
  }

  private static func tables(_ options: Options, _ log: Log) async throws -> DemoTables {
    guard let url = options.postgres else { return DemoTables(options.tables, browsing: options.database) }
    return try await DemoTables(postgres: url, browsing: options.database, log: log)
  }

  private static func store(_ options: Options, _ tables: DemoTables, _ log: Log) throws -> PageStore? {
    if let (url, address) = options.cluster { return .cluster(url, at: address, tables: tables.shared, log: log) }
    do {
      return try options.data.map { try PageStore.sqlite($0) }
    } catch {
      throw Options.Invalid(description: "--data: \(error); name another file, or use --data none")
    }
  }

  private static func fail(_ reason: String, status: Int32) -> Never {
    Log.standardError(Array("espalier-demos: \(reason)\n".utf8))
    exit(status)
  }
}
