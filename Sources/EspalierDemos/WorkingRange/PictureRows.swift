import Espalier

/// The address of a picture, and the picture once it is loaded.
struct RangePicture: Content, Identifiable {
  enum State: String, Codable, Sendable { case away, running, here }

  static let numbers = 1...20
  /// Loads the picture of a row, even if no viewer is near it.
  static let load = Event<Int>("load", in: numbers)

  let id: Int
  var state = State.away
  var landscape: Landscape?
  /// Whether a viewer pressed the button. A picture that loads because it comes near is not announced.
  var wasAsked = false

  /// All states use the same button, so that keyboard users keep the focus.
  var html: HTML {
    """
    <p class="place"><span class="note">No. \(id)</span><code>garden.example/pictures/\(id).svg</code></p>\
    <div class="picture">\(picture)<button class="\(state == .running ? "quiet e-running" : "quiet")" \
    \(Self.load, sends: id) aria-label="\(label), picture \(id)" aria-disabled="\(state == .running)">\(label)</button>\
    <output class="aside">\(wasAsked ? state == .running ? "Loading…" : "Picture \(id) is loaded" : "")</output></div>
    """
  }

  private var picture: HTML {
    landscape.map { "<figure role=\"img\" aria-label=\"Hills, picture \(id)\">\($0.html)</figure>" } ?? HTML()
  }

  private var label: String {
    switch state {
    case .away: "Load"
    case .running: "Loading…"
    case .here: "Load another"
    }
  }
}

/// Loads its picture when the row is within two screens of a viewer's window.
final class RangePictureModel: CellModel<RangePicture> {
  static let loaded = Event<NoData>("loaded")
  private var round = 0

  override func didLoad() { visibility = .within(screens: 2) }
  override func didAppear() { if content.state == .away { load() } }

  func load(isAsked: Bool = false) {
    guard content.state != .running else { return }
    content.wasAsked = isAsked
    content.state = .running
    round += 1
    task { [number = content.id + 100 * round, wait = waiting(.milliseconds(900))] in
      try? await Task.sleep(for: wait)
      return Landscape(number: number)
    } then: { row, landscape in
      row.content.landscape = landscape
      row.content.state = .here
      row.send(Self.loaded)
    }
  }
}

/// The number of loaded pictures.
struct RangeCount: Content {
  var count = 0
  var total: Int
  var html: HTML { "<span class=\"note\">\(count) of \(total) pictures are loaded.</span>" }
}
