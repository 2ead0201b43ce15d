import Espalier

/// Two texts.
struct TextRow: Content, Identifiable {
  var title: String
  var detail: String
  var id: String { title }
  var html: HTML { "<span>\(title)</span><span class=\"note\">\(detail)</span>" }
}

/// A link to another page.
struct LinkRow: Content, Identifiable {
  var title: String
  var href: String
  var id: String { href }
  var html: HTML { "<a class=\"onward\" href=\"\(href)\">\(title)</a>" }
}

/// A picture. An update changes only its classes; the drawing is sent once.
struct PictureRow: Content, Identifiable {
  var garden: Garden
  var id: String { "picture" }
  var placement: Layout.Placement { .height(120) }

  var html: HTML {
    """
    <svg class="espalier \(garden.isSummer ? "summer" : "winter") \(garden.kind.rawValue) bears-\(garden.fruit)" \
    viewBox="0 0 560 180" role="img" aria-label="\(garden.description)">\(Self.drawing)</svg>
    """
  }

  private static let drawing = RawHTML(
    """
    <path class="wires" d="M0 46H560M0 92H560M0 138H560"/>\
    <path class="wood" d="M280 180V30M280 138C230 138 90 140 44 137M280 138C330 138 470 140 516 137\
    M280 92C236 92 116 94 84 91M280 92C324 92 444 94 476 91M280 46C250 46 156 48 128 45M280 46C310 46 404 48 432 45"/>\
    <g class="leaves">\(leaves)</g><g class="fruit">\(fruit)</g>
    """)

  private static let leaves = [
    (44, 130), (108, 146), (166, 130), (228, 146), (332, 146), (394, 130), (452, 146), (516, 130), (84, 84),
    (146, 100), (206, 84), (354, 84), (414, 100), (476, 84), (128, 38), (196, 53), (364, 53), (432, 38), (280, 22),
  ].map { "<ellipse cx=\"\($0.0)\" cy=\"\($0.1)\" rx=\"11\" ry=\"6\"/>" }.joined()

  private static let fruit = [
    (136, 152), (424, 152), (114, 105), (446, 105), (162, 58), (398, 58), (236, 105), (324, 105),
  ].map { "<circle cx=\"\($0.0)\" cy=\"\($0.1)\" r=\"9\"/>" }.joined()
}
