import Espalier
import EspalierServer

/// The way onward from the demos: the first steps, the articles, the guides for other frameworks, and the source code.
enum DocumentationPage {
  static func page(_ origin: String) -> Page {
    Page(
      "/docs", title: "Documentation", template: "docs",
      values: JSONObject([
        ("origin", .string(origin)), ("style", "/styles/front.css"), ("isStill", true),
        ("summary", "The first steps with Espalier, its articles, and guides for those who know another framework."),
        ("frameworks", Framework.links),
      ]), isListed: false
    ) { ArticleList() }
  }
}

/// An article of the documentation.
struct Article: Content, Identifiable {
  let id: String
  var about: String
  var file: String
  var html: HTML { "<strong>\(id)</strong> <span>\(about)</span> <code class=\"note\">\(file)</code>" }
}

/// The articles to read first.
final class ArticleList: ContainerModel {
  override func didLoad() {
    let server = "Sources/EspalierServer/EspalierServer.docc"
    add([
      Article(id: "Getting started", about: "A page, its test and its server.", file: "\(server)/GettingStarted.md"),
      Article(
        id: "How a click travels", about: "From a button to every window, file by file.",
        file: "\(server)/HowAClickTravels.md"),
      Article(id: "Operating", about: "Limits, proxies, logs and restarts.", file: "\(server)/Operating.md"),
      Article(id: "The capabilities", about: "What is done, with code, tests and demos.", file: "docs/SEEDS.md"),
    ])
  }
}
