import Espalier
import EspalierServer
import Foundation

/// The samples of the article on languages.
enum LanguagesArticle {
  struct Menu: Content {
    static let speak = Event<String>("speak", mustBe: "en or de") { ["en", "de"].contains($0) }
    var html: HTML { "<button \(Self.speak, sends: "de")>Deutsch</button>" }
  }

  struct Line: Content {
    var text = ""
    var html: HTML { "\(text)" }
  }

  final class Greeting: CellModel<Line> {
    override func willRender() { content.text = pageLanguage.tag == "de" ? "Guten Tag" : "Good day" }
  }

  final class PostList: ContainerModel {
    override func didLoad() {
      header = CellModel(Menu())
      add(Greeting(Line()))
      on(Menu.speak) { page, tag in
        page.session(Reader.self)?.update { $0.language = tag }
        page.navigate(to: "/posts")
      }
    }
  }

  struct Reader: Codable, Equatable, Sendable { var language: String? }

  static func site() -> Site {
    let site = inTwoLanguages()
    site.provideSession(Reader(), as: "reader")
    site.chooseLanguage { request in request.session(Reader.self)?.value.language }
    return site
  }

  private static func inTwoLanguages() -> Site {
    Site(languages: [.english, .german]) {
      Page("/posts", title: "Posts", scope: .browser) { PostList() }
    }
  }

  static func german() -> Language {
    var words = Language.german.words
    words[.loadMore] = "Weitere Fotos"
    let german = Language("de", words: words)
    return german
  }

  static func french() -> Language {
    let french = Language(
      "fr",
      words: Words { name in
        switch name {
        case .close: "Fermer"
        case .moveUp: "Monter {name}"
        default: Words.english[name]  // until all are written
        }
      })
    return french
  }

  struct Price: Content {
    var euros: Double
    var tag: String
    var html: HTML { "<b>\(euros.formatted(.currency(code: "EUR").locale(Locale(identifier: tag))))</b>" }
  }
}
