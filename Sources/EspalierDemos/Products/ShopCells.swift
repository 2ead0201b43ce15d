import Espalier

/// What stands above each part of the page.
struct PartTitle: Content {
  var title: String
  var note: String
  var html: HTML { "<h2>\(title)</h2><span class=\"note\">\(note)</span>" }
}

/// A gift for those who are new: one card of the strip.
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

/// A category: one field of the grid.
struct Category: Content, Identifiable {
  let id: String
  var picture: Picture
  var html: HTML { "<div class=\"category\">\(picture.html)<span>\(id)</span></div>" }
}

/// A product: one tile of the waterfall, as high as it says.
struct PickedWare: Content, Identifiable {
  let id: Int
  var title: String
  var cents: Int
  var height: Int
  var picture: Picture
  var drop = Command.nop
  var placement: Placement { Placement(height: .fixed(height)) }
  var html: HTML {
    """
    <div class="ware">\(picture.html)<button class="round" aria-label="Not for me: \(title), number \(id)" \(drop)>×</button>\
    <strong>\(title)</strong><span class="price">$\(cents / 100).\(cents % 100 < 10 ? "0" : "")\(cents % 100)</span></div>
    """
  }
}

/// Brings back what was dropped.
struct Dropped: Content {
  var count: Int
  var restore = Command.nop
  var html: HTML {
    "<span class=\"note\">\(count) not for you</span><button class=\"quiet\" \(restore)>Show them again</button>"
  }
}
