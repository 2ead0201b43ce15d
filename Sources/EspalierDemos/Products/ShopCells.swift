import Espalier

/// The header of each part of the page.
struct PartTitle: Content {
  var title: String
  var note: String
  var html: HTML { "<h2>\(title)</h2><output class=\"note\">\(note)</output>" }
}

/// A gift for new customers: one card of the strip.
struct Reward: Content, Identifiable {
  let id: String
  var title: String
  var note: String
  var picture: Picture
  var isTaken = false
  var take = Command.nop
  var html: HTML {
    """
    <div class="reward">\(picture.html)<strong>\(title)</strong><span class="note">\(note)</span>\
    <button class="quiet" aria-pressed="\(isTaken)" \(take)>\(isTaken ? "Taken" : "Take")\
    <span class="aside"> \(title)</span></button></div>
    """
  }
}

/// A category: one tile of the grid.
struct Category: Content, Identifiable {
  let id: String
  var picture: Picture
  var html: HTML { "<div class=\"category\">\(picture.html)<span>\(id)</span></div>" }
}

/// A product: one tile of the waterfall, with its declared height.
struct PickedWare: Content, Identifiable {
  let id: Int
  var title: String
  var cents: Int
  var height: Int
  var picture: Picture
  var drop = Command.nop
  var placement: Layout.Placement { .init(height: .fixed(height)) }
  var html: HTML {
    """
    <div class="ware">\(picture.html)<button class="round" aria-label="Not for me: \(title), number \(id)" \(drop)>×</button>\
    <strong>\(title)</strong><span class="price">$\(cents / 100).\(cents % 100 < 10 ? "0" : "")\(cents % 100)</span></div>
    """
  }
}

/// The footer: the number of removed products, and a button that restores them.
struct Dropped: Content {
  var count: Int
  var restore = Command.nop
  var html: HTML {
    "<span class=\"note\">\(count) hidden</span><button class=\"quiet\" \(restore)>Show them again</button>"
  }
}
