import Espalier
import EspalierHTTP
import EspalierLocks

/// The file `/openapi.json` of a site. The first request makes it.
final class SiteDescription: Sendable {
  private enum State {
    /// Nobody has asked for the file. The check of the site found these events.
    case events([String: [EventSample]])
    case file(StaticFile)
  }

  private let state = Lock(State.events([:]))

  /// Keeps the events that the pages have at the start. They replace those of an earlier check.
  func keep(_ events: [String: [EventSample]]) {
    state.withLock { $0 = .events(events) }
  }

  /// The file. If there is none yet, makes it of the description with the events of the check.
  func file(_ api: (_ events: [String: [EventSample]]) -> OpenAPI) -> StaticFile {
    let events: [String: [EventSample]]
    switch state.withLock({ $0 }) {
    case .file(let file): return file
    case .events(let found): events = found
    }
    let made = StaticFile(name: SiteAccess.openAPI, bytes: api(events).document.line)
    state.withLock { $0 = .file(made) }
    return made
  }
}
