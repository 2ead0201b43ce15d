public import EspalierHTTP
public import EspalierServer
import Espalier

/// All demos as one site.
public enum DemoSite {
  /// Makes the site of the demos. `templates`, `files` and `sources` are folders; each demo shows its source code.
  /// `store` stores the state of pages across restarts. `pace` divides the simulated waits of the demos.
  ///
  /// Throws `MissingFolder` if one of the folders does not exist.
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
  /// The values that the page template needs besides the list.
  fileprivate func values(_ code: [TextFolder.File]) -> JSONObject {
    JSONObject([
      ("style", group.styleSheet.map { .string($0) } ?? .null),
      ("summary", .string(summary)), ("rule", .string(rule)),
      ("group", ["title": .string(group.title), "href": .string("/#\(group.rawValue)")]),
      ("previous", link(to: -1)), ("next", link(to: 1)),
      ("source", .array(code.map { ["name": .string($0.name), "code": .string($0.text)] })),
    ])
  }

  /// A link to the demo before or after this one in the table of contents; null at the ends.
  private func link(to offset: Int) -> JSON {
    let all = Demo.all.filter(\.isListed)
    guard let index = all.firstIndex(where: { $0.folder == folder }), all.indices.contains(index + offset) else {
      return .null
    }
    let other = all[index + offset]
    return ["title": .string(other.title), "href": .string(other.path)]
  }
}

/// A folder that the demos need does not exist.
public struct MissingFolder: Error, CustomStringConvertible {
  /// The path of the folder.
  public let path: String
  /// Says which folder is missing, and what to do.
  public var description: String {
    "there is no folder \(path); run from the project's root, or set the folder by an option (see --help)"
  }
}
