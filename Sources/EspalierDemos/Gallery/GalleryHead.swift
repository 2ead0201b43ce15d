import Espalier

/// The head of the gallery: when pictures are loaded, and what was loaded so far.
struct GalleryHead: Content {
  /// How many screens ahead pictures are loaded; 0 is not before they are in view.
  static let choose = Event<Int>("choose", in: 0...9)

  var screens = 2
  var pictures = 0
  var cancelled = 0
  /// The picture that a viewer asked for by its button. A picture that loads because it comes near is not announced.
  var asked: Int?
  var isAskedHere = false

  var html: HTML {
    """
    <div class="switch" role="group" aria-label="When pictures are loaded">\
    \(choice(2, "Two screens ahead"))\(choice(0, "When in view"))</div>\
    <p class="note">\(pictures) of \(Sheets.pictures.count) pictures are here. \
    \(cancelled) \(cancelled == 1 ? "load was" : "loads were") cancelled.</p>\
    <output class="aside">\(asked.map { isAskedHere ? "Picture \($0) is here" : "Loading…" } ?? "")</output>
    """
  }

  private func choice(_ screens: Int, _ title: String) -> HTML {
    """
    <button \(Self.choose, sends: screens) aria-pressed="\(screens == self.screens)">\(title)</button>
    """
  }
}
