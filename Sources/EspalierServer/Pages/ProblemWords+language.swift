import EspalierHTTP
import Espalier

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
