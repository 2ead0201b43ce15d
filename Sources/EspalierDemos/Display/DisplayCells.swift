import Espalier

/// Something in the garden. The cell reports when it appears and disappears.
struct SeenCell: Content, Identifiable {
  let id: Int
  var section: Int
  var visibility: Visibility? { .inView }
  var html: HTML { "<span>\(GardenWalk.name(of: id, in: section))</span>" }
}

/// The name of a place in the garden.
struct SeenTitle: Content {
  var number: Int
  var html: HTML { "<h2>\(GardenWalk.name(of: number))</h2>" }
}

/// One entry of the log.
struct SeenEntry: Content, Identifiable {
  let id: Int
  var text: String
  var hasCome: Bool
  var html: HTML { "<span class=\"\(hasCome ? "come" : "gone")\">\(text)</span><span class=\"note\">\(id)</span>" }
}

/// The header of the log.
struct SeenLogTitle: Content {
  static let clear = Event<NoData>("clear")
  static let pause = Event<Bool>("pause")
  var isEmpty = true
  var isPaused = false
  var html: HTML {
    """
    <h2>Log</h2><div><button class="quiet" \(Self.clear)>Clear</button> \
    <button class="quiet" \(Self.pause, sends: !isPaused) aria-pressed="\(isPaused)">Pause</button></div>\
    <p class="note" role="status">\(isEmpty ? "Scroll to see what appears and disappears." : "")</p>
    """
  }
}
