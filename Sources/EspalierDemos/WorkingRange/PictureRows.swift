import Espalier

/// Where a picture is, and the picture once it is here.
struct RangePicture: Content, Identifiable {
  enum State: Codable, Hashable, Sendable {
    case away, loading
    case here(Landscape)
  }

  let id: Int
  var state = State.away
  var load = Command.nop

  var html: HTML {
    """
    <p class="place"><span class="note">No. \(id)</span><code>garden.example/pictures/\(id).svg</code></p>\
    <div class="picture">\(picture)</div>
    """
  }

  private var picture: HTML {
    switch state {
    case .away: "<button class=\"quiet\" \(load) aria-label=\"Load picture \(id)\">Load</button>"
    case .loading: "<span class=\"e-running\"></span><p role=\"status\">Loading…</p>"
    case .here(let landscape): "<figure role=\"img\" aria-label=\"Hills, picture \(id)\">\(landscape.html)</figure>"
    }
  }
}

/// Loads its picture as soon as somebody is within two screens of it.
final class RangePictureModel: CellModel<RangePicture> {
  static let loaded = Event<NoData>("loaded")

  override func didLoad() { sight = .within(screens: 2) }
  override func didAppear() { load() }

  func load() {
    guard content.state == .away else { return }
    content.state = .loading
    task { [number = content.id, wait = waiting(.milliseconds(900))] in
      try? await Task.sleep(for: wait)
      return Landscape(number: number)
    } then: { row, landscape in
      row.content.state = .here(landscape)
      row.send(Self.loaded)
    }
  }
}

/// How many pictures have been loaded.
struct RangeCount: Content {
  var count = 0
  var total: Int
  var html: HTML { "<output class=\"note\">\(count) of \(total) pictures are here.</output>" }
}
