public import EspalierHTTP
import Espalier

extension Site {
  /// Chooses the language for the sender of a request, before `Accept-Language` does. The result is a language tag; with
  /// nil, or with a tag for which the site has no language, `Accept-Language` chooses.
  ///
  /// ```swift
  /// site.chooseLanguage { request in request.session(Reader.self)?.value.language }
  /// ```
  ///
  /// It is called for each load of a page that is not shared, so it should take microseconds.
  @discardableResult
  public func chooseLanguage(_ tag: @escaping @Sendable (Request) -> String?) -> Self {
    core.surroundings.languages.choose(by: tag)
    return self
  }
}
