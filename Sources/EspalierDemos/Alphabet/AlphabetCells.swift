import Espalier

/// The choice between the three lists.
struct AlphabetBar: Content {
  enum Kind: String, Codable, Sendable, CaseIterable { case letters, chapters, cards }
  static let choose = Event<Kind>("choose")
  var kind = Kind.letters

  var html: HTML {
    let buttons = Kind.allCases.map { kind in
      """
      <button class="quiet" aria-pressed="\(kind == self.kind)" \(Self.choose, sends: kind)>\(Self.name(kind))</button>
      """ as HTML
    }
    return "<p class=\"buttons\">\(buttons)</p>"
  }

  private static func name(_ kind: Kind) -> String {
    switch kind {
    case .letters: "All sections"
    case .chapters: "Four of twelve"
    case .cards: "Every second row"
    }
  }
}

/// A row of a section.
struct IndexedSeed: Content, Identifiable {
  let id: String
  var html: HTML { "\(id)" }
}

/// A card. The index leads to those with an even number.
struct PageCard: Content, Identifiable {
  let id: Int
  var traits: RowTraits { RowTraits(indexTitle: id % 2 == 0 ? "\(id)" : nil) }
  var html: HTML { "<strong>Card \(id)</strong><span class=\"note\">\(id % 2 == 0 ? "in the index" : "")</span>" }
}
