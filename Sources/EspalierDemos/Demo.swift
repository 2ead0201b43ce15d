import Espalier
import EspalierServer

/// One demo: its path, the texts that describe it, and the root of its tree.
struct Demo: Sendable {
  let path: String
  let title: String
  /// One sentence: what a visitor sees and does.
  let summary: String
  /// What the demo shows about Espalier.
  let rule: String
  /// Words by which people search, besides those of the title and the summary.
  var words = ""
  /// The folder under `Sources/EspalierDemos` with the demo's Swift files.
  let folder: String
  /// The style sheet under `Public/styles`, beside that of the site.
  var style: String?
  /// The style sheet of a part that demos of several groups use.
  var partStyle: String?
  var template = "demo"
  /// Whether the list takes the whole width of a wide window, so that the source code goes below it.
  var isWide = false
  var scope = Page.Scope.shared
  /// Who shares the list, if the scope does not say it all.
  var sharing: String?
  /// Whether the index or the page of a framework lists it.
  var isListed = true
  /// Makes the demo's pages with parameters; nil for a demo with one page without parameters.
  var pages: (@Sendable (Demo, DemoServices, JSONObject) -> [Page])?
  let root: @Sendable () -> ContainerModel

  var entry: Entry { Entry(title: title, summary: summary, words: words, href: path) }

  /// The pages of the demo. `values` are for its template.
  func pages(_ services: DemoServices, _ values: JSONObject) -> [Page] {
    pages.map { $0(self, services, values) } ?? [
      Page(path, title: title, scope: scope, template: template, values: values, isListed: isListed, root: root)
    ]
  }

  static let all = sharing + scopes + long + forms + layouts + touching + motion + features

  /// The demos that people find, in the order of the front page and of the pages for other frameworks.
  static let listed = Goal.allCases.flatMap(\.demos) + Framework.demos

  static func at(_ path: String) -> Demo? { all.first { $0.path == path } }

  /// Divides the simulated waits of the demos.
  static let pace = SharedData<Double>("pace")
}

extension Node {
  /// Returns the duration of a simulated wait: `duration` divided by the pace.
  func waiting(_ duration: Duration) -> Duration { duration / (self[Demo.pace] ?? 1) }
}
