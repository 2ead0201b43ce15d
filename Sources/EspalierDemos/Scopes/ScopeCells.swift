import Espalier

/// Says who shares this list, with links to the other two lists.
struct ScopeNote: Content {
  var about: String
  var here: String

  var html: HTML {
    """
    <p>\(about)</p><nav aria-label="Scopes"><ul>\(ScopeNote.places.map(link))</ul></nav>
    """
  }

  private func link(_ place: (path: String, title: String)) -> HTML {
    place.path == here
      ? "<li><a href=\"\(place.path)\" aria-current=\"page\">\(place.title)</a></li>"
      : "<li><a href=\"\(place.path)\">\(place.title)</a></li>"
  }

  static let places = [("/scopes", "Everybody"), ("/scopes/browser", "This browser"), ("/scopes/tab", "This tab")]
    .map { (path: $0.0, title: $0.1) }
}

/// One stone.
struct Stone: Content, Identifiable {
  let id: Int
  var html: HTML { "<span>\(id)</span>" }
}

/// Buttons that add a stone or remove the last one.
struct StoneButtons: Content {
  static let put = Event<NoData>("put")
  static let take = Event<NoData>("take")
  var count = 0
  var html: HTML {
    """
    <button class="primary" \(Self.put)>Add a stone</button>\
    <button class="quiet" \(Self.take) \("disabled", when: count == 0)>Remove one</button>\
    <output class="aside">\(count) \(count == 1 ? "stone" : "stones")</output>
    """
  }
}
