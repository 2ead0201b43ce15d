import Espalier
import EspalierHTTP
import EspalierLocks

/// The file `/openapi.json` of a site. It is made once: at the check of the site, or else at the first request.
final class SiteDescription: Sendable {
  private let file = Lock<StaticFile?>(nil)

  /// Makes the file, with the events that the pages have at the start.
  func make(_ api: OpenAPI) {
    let made = StaticFile(name: SiteAccess.openAPI, bytes: api.document.line)
    file.withLock { $0 = made }
  }

  /// The file. If there is none yet, makes it of `api`.
  func file(_ api: @autoclosure () -> OpenAPI) -> StaticFile {
    if let file = file.withLock({ $0 }) { return file }
    let made = StaticFile(name: SiteAccess.openAPI, bytes: api().document.line)
    file.withLock { $0 = made }
    return made
  }
}
