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

/// A tile. Its declared height is a minimum.
struct Leaf: Content, Identifiable {
  let id: Int
  let name: String
  let height: Int

  var placement: Placement { .height(height) }
  var html: HTML { "<div class=\"tile tone-\(id % 9)\">\(name) <span>≥ \(height) px</span></div>" }

  static let all = zip(
    [
      "Apple", "Pear", "Quince", "Medlar", "Fig", "Plum", "Cherry", "Peach", "Apricot", "Almond", "Elder", "Grape",
      "Currant", "Hazel", "Walnut", "Lime",
    ], [96, 168, 120, 88, 144, 104, 192, 80, 128, 176, 88, 152, 112, 80, 136, 96]
  ).enumerated().map { Leaf(id: $0, name: $1.0, height: $1.1) }
}
