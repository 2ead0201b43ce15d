import Espalier

/// A place on the wall: empty, waiting for its sheet, or with its picture.
struct GalleryPicture: Content, Identifiable {
  enum State: String, Codable, Sendable { case empty, waiting, here }

  /// Loads the sheet of a picture, even if no viewer is near it.
  static let load = Event<Int>("load", in: Sheets.pictures)

  let id: Int
  var state = State.empty

  var traits: RowTraits { RowTraits(prefetched: [Sheets.id(of: id)]) }

  /// All states use the same button, so that keyboard users keep the focus.
  var html: HTML {
    """
    <button class="\(state == .waiting ? "quiet e-running" : "quiet")" \(Self.load, sends: id) \
    aria-label="\(label)" aria-disabled="\(state == .waiting)">\(state == .here ? "↻" : "\(id)")</button>\(picture)
    """
  }

  private var label: String { state == .here ? "Load picture \(id) again" : "Load picture \(id)" }

  private var picture: HTML {
    guard state == .here else { return HTML() }
    return "<figure role=\"img\" aria-label=\"Hills, picture \(id)\">\(Landscape(number: id).html)</figure>"
  }
}
