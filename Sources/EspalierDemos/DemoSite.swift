public import EspalierHTTP
public import EspalierServer
import Espalier

/// The shop window: all demos as one site.
public enum DemoSite {
  /// The site, with its templates, files and sources in these folders; `store` keeps what people did over restarts; `pace` is
  /// how many times as fast the demos that pretend to wait do so.
  ///
  /// Throws `MissingFolder` where one of them is not there: every demo shows the code that it is.
  public static func make(
    templates: String = "Templates", files: String = "Public", sources: String = "Sources/EspalierDemos",
    isDevelopment: Bool = false, limits: Limits = Limits(), store: PageStore? = nil, metrics: Exposure = .off,
    hosts: [String] = [], proxies: [String] = [], tools: [any SiteTool] = [],
    pace: Double = 1, log: Log = Log()
  ) throws(MissingFolder) -> Site {
    for path in [templates, files] + Demo.all.map({ "\(sources)/\($0.folder)" }) {
      guard TextFolder(path, ending: "").exists else { throw MissingFolder(path: path) }
    }
    let code = Demo.all.map { TextFolder("\(sources)/\($0.folder)", ending: ".swift").files() }
    let site = Site(
      templates: templates, files: files, isDevelopment: isDevelopment, styles: ["/site.css"], limits: limits,
      store: store, metrics: metrics, hosts: hosts, proxies: proxies, log: log, tools: tools
    ) {
      Page("/", title: "Contents", scope: .tab, template: "menu", values: JSONObject([("isContents", true)])) {
        MenuList()
      }
      for (demo, code) in zip(Demo.all, code) {
        Page(
          demo.path, title: demo.title, scope: demo.scope, template: demo.template, values: demo.values(code),
          root: demo.root)
      }
    }
    site.share(pace, to: Demo.pace)
    site.provide(HousePlants())
    site.provide(Stock(every: .seconds(1) / pace))
    site.on(WateringList.changed) { [weak site] in site?.share($0, to: WateringList.progress) }
    site.on(WateringReport.begin) { [weak site] in site?.share($0, to: WateringList.day) }
    return site
  }
}

extension Demo {
  /// What the page template needs beside the list.
  fileprivate func values(_ code: [TextFolder.File]) -> JSONObject {
    JSONObject([
      ("summary", .string(summary)), ("rule", .string(rule)),
      ("group", ["title": .string(group.title), "href": .string("/#\(group.rawValue)")]),
      ("previous", link(to: -1)), ("next", link(to: 1)),
      ("source", .array(code.map { ["name": .string($0.name), "code": .string($0.text)] })),
    ])
  }

  /// The demo before or after this one in the table of contents.
  private func link(to offset: Int) -> JSON {
    let all = Demo.all.filter(\.isListed)
    guard let index = all.firstIndex(where: { $0.folder == folder }), all.indices.contains(index + offset) else {
      return .null
    }
    let other = all[index + offset]
    return ["title": .string(other.title), "href": .string(other.path)]
  }
}

/// A folder that the demos need is not there.
public struct MissingFolder: Error, CustomStringConvertible {
  /// Its path.
  public let path: String
  /// What is missing, and what to do.
  public var description: String {
    "there is no folder \(path); run from the project's root or name it by an option (--help)"
  }
}
