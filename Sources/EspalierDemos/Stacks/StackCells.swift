import Espalier

/// A short label in the stack.
struct Tag: Content, Identifiable {
  let id: String
  var html: HTML { "\(id)" }
}

/// How many plants are shown.
struct PlantCount: Content {
  var shown: Int
  var all: Int
  var html: HTML { "<output class=\"note\">\(shown) of \(all) plants</output>" }
}

/// The buttons of the stack.
struct StackButtons: Content {
  static let insert = Event<NoData>("insert")
  static let clear = Event<NoData>("clear")
  var count: Int

  var html: HTML {
    """
    <h2>A stack</h2><p class="buttons"><button class="quiet" \(Self.insert)>Insert four after Two</button>\
    <button class="quiet" \(Self.clear)>Only four</button> <output class="note">\(count) labels</output></p>
    """
  }
}

/// Three lines of a text, or all of it.
struct Unrolling: Content {
  static let unroll = Event<Bool>("unroll")
  var isUnrolled: Bool

  var html: HTML {
    """
    <p class="\(isUnrolled ? "unrolling" : "unrolling rolled")">Sow basil indoors in April. Cover the seeds thinly, because \
    they need light, and keep them warm. After two weeks the first leaves come. Give each plant a pot of its own, pinch out \
    the tips, and it becomes a bush instead of a stick. In June it may stand outside, at first in the shade. Water it from \
    below and in the morning. Cut whole stalks, not single leaves, and it grows until October.</p>\
    <button class="quiet" \(Self.unroll, sends: !isUnrolled) aria-expanded="\(isUnrolled)">\(isUnrolled ? "Less" : "More")</button>
    """
  }
}

/// The parts of a card.
enum Landing: Content {
  static let answer = Event<String>("answer")
  case title, text, buttons

  var html: HTML {
    switch self {
    case .title: "<h2>A garden in a box</h2>"
    case .text: "<p>Six herbs, soil and a plan, on your doorstep in May.</p>"
    case .buttons:
      """
      <button class="primary" \(Self.answer, sends: "Order a box")>Order a box</button>\
      <button class="quiet" \(Self.answer, sends: "Read on")>Read on</button>
      """
    }
  }
}
