import Espalier

/// The service that changes by itself, from the article on services.
enum ServicesArticle {
  final class Clock: Sendable {
    let ticked = Signal<ContinuousClock.Instant>()
    init() {
      Task { [weak self] in
        while let self {
          ticked.send(.now)
          try? await Task.sleep(for: .seconds(1))
        }
      }
    }
  }
}
