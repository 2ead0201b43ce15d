import Espalier

/// A category in the left list. A press scrolls to its section.
struct CategoryTitle: Content, Identifiable {
  static let chosen = Event<Int>("choose", in: 0...Assortment.all.count - 1)
  let id: Int
  var name: String
  var isChosen = false
  var html: HTML { "<button \(Self.chosen, sends: id) aria-current=\"\(isChosen)\">\(name)</button>" }
}

/// The category's name above its products.
struct CategoryHeader: Content {
  var name: String
  var count: Int
  var html: HTML { "<h2>\(name)</h2><span class=\"note\">\(count)</span>" }
}

/// One product of a category.
struct Ware: Content, Identifiable {
  let id: Int
  var name: String
  var shape: Drawing.Shape
  var hue: Int
  var isLiked: Bool
  var like = Command.nop

  var html: HTML {
    """
    <figure>\(Drawing(shape: shape, hue: hue).html)<figcaption>\(name)</figcaption></figure>\
    <button class="like" \(like) aria-pressed="\(isLiked)" aria-label="I like \(name)">\
    <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 20C4 14 3 9 6 6.500c2.500-2 5-.500 6 1.500c1-2 3.500-3.500 6-1.500c3 2.500 2 7.500-6 13.500z"/></svg>\
    </button>
    """
  }
}
