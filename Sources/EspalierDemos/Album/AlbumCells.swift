import Espalier

/// A year's title: sticky until the next year's title pushes it out.
struct YearTitle: Content {
  var year: Int
  var count: Int
  var placement: Layout.Placement { .init(height: .fixed(56), role: .sticky) }
  var html: HTML { "<h2>\(year)</h2><span class=\"note\">\(count) photos</span>" }
}

/// A month's name: a background row, visible in the left margin of the photos.
struct MonthLabel: Content {
  var name: String
  var placement: Layout.Placement { .init(width: .fixed(56), height: .fixed(24), role: .background) }
  var html: HTML { "<h3>\(name)</h3>" }
}

/// A photo.
struct Photograph: Content, Identifiable {
  let id: Int
  var picture: Picture
  var html: HTML { picture.html }
}

/// A button that shows all photos of the month, or only a few.
struct Unfold: Content {
  var count: Int
  var isOpen: Bool
  var month: String
  var toggle = Command.nop
  var placement: Layout.Placement { .init(width: .full, startsLine: true) }
  var html: HTML {
    """
    <button class="quiet" aria-expanded="\(isOpen)" \(toggle)>\(isOpen ? "Show \(Months.few)" : "Show all \(count)")\
    <span class="aside"> of \(month)</span></button>
    """
  }
}
