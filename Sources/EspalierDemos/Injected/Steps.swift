import Espalier

/// A counter that a page provides as a service. Each node that finds it can change it, and listen to its changes.
final class Steps {
  let changed = Signal<Int>()
  var value = 0 {
    didSet { if value != oldValue { changed.send(value) } }
  }
}
