import EspalierHTTP
import EspalierLocks
import Espalier

/// The languages of a site, and how it chooses one for a request. Any thread may use it.
final class SiteLanguages: Sendable {
  /// The language of an answer.
  struct Choice: Sendable {
    let language: Language
    /// Whether `Accept-Language` has chosen it, so that another client may get another answer.
    let isNegotiated: Bool
  }

  /// The languages in the order in which the site names them. The first is the default.
  let all: [Language]
  private let tags: [String]
  private let hook = Lock(Hook())

  /// What chooses before `Accept-Language`; nil if nothing does. A lock must not hold a function itself: see `Lock`.
  private struct Hook {
    var choose: (@Sendable (Request) -> String?)?
  }

  init(_ languages: [Language]) {
    all = languages.isEmpty ? [.english] : languages
    tags = all.map(\.tag)
  }

  /// The language of a shared page that names none, and of an answer to a client that accepts none of the others.
  var standard: Language { all[0] }

  /// Sets what chooses before `Accept-Language`.
  func choose(by choice: @escaping @Sendable (Request) -> String?) { hook.withLock { $0.choose = choice } }

  /// The language for the sender of a request.
  func choice(for request: Request) -> Choice {
    guard all.count > 1 else { return Choice(language: standard, isNegotiated: false) }
    if let tag = hook.withLock({ $0.choose })?(request), let index = AcceptLanguage(tag: tag).best(of: tags) {
      return Choice(language: all[index], isNegotiated: false)
    }
    let index = AcceptLanguage(request.headers[.acceptLanguage]).best(of: tags)
    return Choice(language: all[index ?? 0], isNegotiated: true)
  }

  /// The language of a page for the sender of a request. A page that all browsers share has one language for all.
  func choice(of page: Page, for request: Request?) -> Choice {
    guard page.language == nil && page.scope != .shared, let request else {
      return Choice(language: page.language ?? standard, isNegotiated: false)
    }
    return choice(for: request)
  }

  /// What is wrong with the languages; nil if nothing is.
  func complaint(pages: [Page]) -> String? {
    let names = tags.map { $0.lowercased() }
    if let twice = names.indices.first(where: { names[..<$0].contains(names[$0]) }) {
      return "Site(languages:) names the language \(tags[twice]) twice; leave one out"
    }
    return (all + pages.compactMap(\.language)).lazy.compactMap(\.complaint).first
  }
}

/// The scripts that translate the texts of the browser's client: one for each language whose texts are not English.
struct WordScripts: Sendable {
  private struct Script {
    let language: Language
    let path: String
  }

  /// The files by path without the leading slash.
  let files: [String: StaticFile]
  private let scripts: [Script]

  /// The scripts of these languages. Equal languages share one. `code` is the module that uses the texts.
  init(_ languages: [Language], code: [UInt8]) {
    var (files, scripts): ([String: [UInt8]], [Script]) = ([:], [])
    for language in languages where !scripts.contains(where: { $0.language == language }) {
      guard let texts = language.words.clientTexts else { continue }
      let script = Array("self.espalierTexts=".utf8) + texts + Array(";".utf8) + code
      // The name depends on the content, because two pages may have other words for the same language.
      let path = "espalier/words-\(language.tag)-\(Fingerprint.of(script)).js"
      files[path] = script
      scripts.append(Script(language: language, path: path))
    }
    self.files = StaticFile.byPath(files, isImmutable: true)
    self.scripts = scripts
  }

  /// The script element for a language; empty if its texts are English, or if the site does not name the language.
  func element(_ language: Language) -> String {
    guard let script = scripts.first(where: { $0.language == language }) else { return "" }
    return "\n<script type=\"module\" src=\"/\(script.path)\"></script>"
  }
}

extension ProblemWords {
  /// The texts of error pages in a language.
  init(_ choice: SiteLanguages.Choice) {
    let (language, words) = (choice.language, choice.language.words)
    self.init(
      language: language.tag, direction: language.direction.rawValue, field: words[.field],
      numbers: words[.problemNumbers], advice: words[.correctIt], isNegotiated: choice.isNegotiated, readers: .domPatch
    ) { words.problem($0) }
  }
}
