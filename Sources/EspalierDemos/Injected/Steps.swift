import Espalier

/// A counter that is provided to a page: whoever finds it may count, and hears when others do.
final class Steps {
  let changed = Signal<Int>()
  var value = 0 {
    didSet { if value != oldValue { changed.send(value) } }
  }
}
