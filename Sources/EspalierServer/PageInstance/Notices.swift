import Espalier
import EspalierLocks

/// Something that one browser without JavaScript sees once, on the next page that it loads.
enum Notice: Hashable, Sendable {
  /// A short text.
  case text(String)
  /// A dialog of the page instance with this id.
  case dialog(PresentedDialog, instance: String)

  var isDialog: Bool { if case .dialog = self { true } else { false } }
}

/// The notices and dialogs for browsers without JavaScript, until they load the page that shows them.
///
/// They are in memory only: a notice that a restart loses has told its viewer nothing that the page does not show, and a
/// dialog is over after a restart.
final class Notices: Sendable {
  /// Browsers with waiting notices at the same time.
  private static let most = 1_000
  /// Notices that wait for one browser. A client that never loads the page must not fill the memory.
  private static let mostOfBrowser = 8
  /// How long a notice waits. A browser follows a redirect at once.
  private static let patience = Duration.seconds(60)

  private struct Waiting {
    let notices: [Notice]
    let end: Duration
  }

  private let waiting = Lock<[String: Waiting]>([:])

  /// Adds notices for the next page that a browser loads.
  func add(_ notices: [Notice], for browser: String?, at now: Duration) {
    guard let browser, !notices.isEmpty else { return }
    waiting.withLock { waiting in
      if waiting.count >= Self.most { waiting = waiting.filter { $0.value.end > now } }
      let before = waiting[browser]
      guard before != nil || waiting.count < Self.most else { return }
      let all = (before.flatMap { $0.end > now ? $0.notices : nil } ?? []) + notices
      waiting[browser] = Waiting(notices: all.suffix(Self.mostOfBrowser), end: now + Self.patience)
    }
  }

  /// Passes a browser's notices to the browser that takes its place.
  func move(from old: String, to new: String) {
    waiting.withLock { waiting in
      if let all = waiting.removeValue(forKey: old) { waiting[new] = all }
    }
  }

  /// Returns a browser's notices, and forgets them.
  func take(for browser: String?, at now: @autoclosure () -> Duration) -> [Notice] {
    guard let browser else { return [] }
    guard let found = waiting.withLock({ $0.removeValue(forKey: browser) }) else { return [] }
    return found.end > now() ? found.notices : []
  }
}
