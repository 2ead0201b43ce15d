import Espalier
import EspalierServer
import EspalierSQLite

/// The samples of the articles on a site, its proxies, its templates and its operation, and the site of the readme.
enum SiteArticles {
  final class PostList: ContainerModel {
    override func didLoad() { add(Label("A post")) }
  }

  final class Lunch: ContainerModel {}

  // The readme.
  static func lunch() async {
    let site = Site { Page("/lunch", title: "Lunch") { Lunch() } }
    await site.run(port: 8080)
  }

  // The libraries EspalierServer and EspalierSQLite.
  static func run() async {
    await Site { Page("/posts", title: "Posts") { PostList() } }.run(port: 8080)
  }

  static func stored() -> Site {
    let site = Site(store: try .sqlite("pages.sqlite")) { Page("/posts", title: "Posts") { PostList() } }
    return site
  }

  // "Behind a proxy".
  static func measured() -> Site {
    Site(metrics: .port(9090), proxies: ["127.0.0.1"]) { Page("/posts", title: "Posts") { PostList() } }
  }

  static func prefixed() -> Site {
    Site(proxies: ["127.0.0.1"], prefix: "/app") { Page("/posts", title: "Posts") { PostList() } }
  }

  static func serve(_ site: Site) async {
    let files = TLSFiles(certificate: "/etc/ssl/garden.pem", key: "/etc/ssl/garden.key")
    await site.run(host: "0.0.0.0", port: 443, tls: files)
  }

  // "Page templates".
  static func styled() -> Site {
    Site(styles: ["/site.css"]) { Page("/posts", title: "Posts") { PostList() } }
  }

  static func framed() -> Page {
    Page("/posts", title: "Posts", template: "page", values: JSONObject([("note", "New")])) { PostList() }
  }

  // "Operating a server".
  struct Backend: Sendable {
    func send(_ lines: String) {}
    func send(_ name: String, _ labels: [(name: String, value: String)], _ value: Double, _ isCounter: Bool) {}
  }

  static func logged(_ backend: Backend) -> Site {
    let log = Log(threshold: .warning) { lines in backend.send(String(decoding: lines, as: UTF8.self)) }
    let site = Site(log: log) { Page("/posts", title: "Posts") { PostList() } }
    return site
  }

  static func measure(_ site: Site, _ backend: Backend) {
    Task {
      while true {
        for metric in site.metrics() { backend.send(metric.name, metric.labels, metric.value, metric.isCounter) }
        try await Task.sleep(for: .seconds(15))
      }
    }
  }

  // "Printing and exporting".
  final class Answers: ContainerModel {
    let details = ContainerModel(id: "details")

    override func didLoad() {
      details.add(Label("Because."))
      details.isHidden = true
      add(details)
    }

    override func willExport() { details.isHidden = false }
    override func didExport() { details.isHidden = true }
  }
}
