import Espalier

/// The rain of today in millimetres: a service of the page. Each node that finds it can change it, and listen to it.
final class RainGauge {
  let changed = Signal<Int>()
  var value = 0 {
    didSet { if value != oldValue { changed.send(value) } }
  }
}
