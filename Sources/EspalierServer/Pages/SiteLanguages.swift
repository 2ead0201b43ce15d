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
