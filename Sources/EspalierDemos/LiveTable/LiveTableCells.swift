import Espalier

/// The buttons of the store room, and how many boxes were moved.
struct PlayControls: Content {
  static let play = Event<Bool>("play")
  var isPlaying = false
  var moves = 0

  var html: HTML {
    """
    <p class="buttons"><button class="primary" \(Self.play, sends: !isPlaying)>\
    \(isPlaying ? "Stop" : "Play")</button> <span class="note">\(moves) moves since the page began</span></p>
    """
  }
}

/// One box on its shelf.
struct BoxRow: Content, Identifiable {
  let id: Int
  let shelf: String
  let content: String

  var html: HTML {
    "<span class=\"shelf\">\(shelf)</span> <strong>\(content)</strong> <span class=\"note\">Box \(id)</span>"
  }
}
