import Espalier

/// A drawing out of `/pictures.svg`, in one of the tones.
struct Picture: Hashable, Codable {
  enum Scene: String, CaseIterable, Codable { case hills, sea, wood, town, night, snow, lake, field }
  enum Thing: String, CaseIterable, Codable { case can, pot, trowel, lantern, basket, pear, boot, seeds }

  let name: String
  let tone: Int
  let label: String

  /// What is to be seen from a window.
  init(_ scene: Scene, tone: Int) {
    (name, label) = (scene.rawValue, scene.label)
    self.tone = tone % 9
  }

  /// What is for sale; the words beside it say what it is.
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
    case .wood: "Firs"
    case .town: "Roofs and lit windows"
    case .night: "The moon over hills"
    case .snow: "Two white peaks"
    case .lake: "A lake, and what it mirrors"
    case .field: "A tree behind furrows"
    }
  }
}
