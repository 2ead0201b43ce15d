import Espalier

/// A drawing from `/pictures.svg`, in one of nine tones.
struct Picture: Hashable, Codable {
  enum Scene: String, CaseIterable, Codable { case hills, sea, wood, town, night, snow, lake, field }
  enum Thing: String, CaseIterable, Codable { case can, pot, trowel, lantern, basket, pear, boot, seeds }

  let name: String
  let tone: Int
  let label: String

  /// A landscape, with a text alternative.
  init(_ scene: Scene, tone: Int) {
    (name, label) = (scene.rawValue, scene.label)
    self.tone = tone % 9
  }

  /// A product. It has no text alternative, because the text beside it names the product.
  init(_ thing: Thing, tone: Int) {
    (name, label) = (thing.rawValue, "")
    self.tone = tone % 9
  }

  var html: HTML {
    if label.isEmpty {
      return "<svg class=\"picture tone-\(tone)\" aria-hidden=\"true\"><use href=\"/pictures.svg#\(name)\"></use></svg>"
    }
    return """
      <svg class="picture tone-\(tone)" role="img" aria-label="\(label)"><use href="/pictures.svg#\(name)"></use></svg>
      """
  }
}

extension Picture.Scene {
  fileprivate var label: String {
    switch self {
    case .hills: "Hills under a low sun"
    case .sea: "A sail at sea"
    case .wood: "Fir trees"
    case .town: "Roofs and lit windows"
    case .night: "The moon over hills"
    case .snow: "Two white peaks"
    case .lake: "A lake and its reflection"
    case .field: "A tree behind furrows"
    }
  }
}
