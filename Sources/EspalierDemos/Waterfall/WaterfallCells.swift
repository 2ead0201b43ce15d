import Espalier

/// Buttons for the layout and its columns, and the Swift code of the choice.
struct LayoutBar: Content {
  static let arrange = Event<LayoutChoice.Arrangement>("arrange")
  static let divide = Event<Int>("divide", in: LayoutChoice.columns)

  var choice: LayoutChoice

  var html: HTML {
    """
    <div class="switch" role="group" aria-label="Layout">\(LayoutChoice.Arrangement.allCases.map(button))</div>\
    <div class="switch" role="group" aria-label="Columns">\(LayoutChoice.columns.map(button))</div>\
    <p><code>\(choice.code)</code></p>
    """
  }

  private func button(_ arrangement: LayoutChoice.Arrangement) -> HTML {
    """
    <button aria-pressed="\(arrangement == choice.arrangement)" \(Self.arrange, sends: arrangement)>\
    \(arrangement.rawValue)</button>
    """
  }

  private func button(_ columns: Int) -> HTML {
    """
    <button aria-pressed="\(choice.hasColumns && columns == choice.columns)" aria-disabled="\(!choice.hasColumns)" \
    \(Self.divide, sends: columns)>\(columns)<span class="aside"> columns</span></button>
    """
  }
}

/// A fruit and the month of its harvest. The tile's declared height is a minimum.
struct Leaf: Content, Identifiable {
  let id: Int
  let name: String
  /// The month of the harvest.
  let month: String
  let height: Int

  var placement: Layout.Placement { .height(height) }
  var html: HTML { "<div class=\"tile tone-\(id % 9)\">\(name) <span>\(month)</span></div>" }

  static let all = [
    ("Apple", "September", 96), ("Pear", "September", 168), ("Quince", "October", 120), ("Medlar", "November", 88),
    ("Fig", "August", 144), ("Plum", "August", 104), ("Cherry", "June", 192), ("Peach", "August", 80),
    ("Apricot", "July", 128), ("Almond", "September", 176), ("Elder", "September", 88), ("Grape", "October", 152),
    ("Currant", "July", 112), ("Hazel", "September", 80), ("Walnut", "October", 136), ("Lime", "November", 96),
  ].enumerated().map { Leaf(id: $0, name: $1.0, month: $1.1, height: $1.2) }
}
