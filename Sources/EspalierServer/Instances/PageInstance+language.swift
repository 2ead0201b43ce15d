import Espalier
import EspalierHTTP

extension PageInstance {
  /// Shows the page in a language, for a client that loads it as HTML. A page that all browsers share, and a page that
  /// names its language, keep theirs.
  func use(_ choice: SiteLanguages.Choice) {
    isNegotiated = choice.isNegotiated && tree.ownLanguage == nil
    if choice.language != tree.siteLanguage { tree.use(choice.language) }
  }
}
