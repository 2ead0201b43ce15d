import Espalier

/// A number, and what can be assigned to it.
struct CounterFace: Content {
  static let range = -9999...9999
  static let assign = Event<Int>("assign", in: range)
  var count = 0
  var html: HTML {
    """
    <output class="count">\(count)</output>\
    <div class="buttons">\
    <button class="primary" \(Self.assign, sends: Self.nearest(to: count + 1))>\
    <span aria-hidden="true">+</span> One more</button>\
    <button class="quiet" \(Self.assign, sends: Self.nearest(to: count - 1))>\
    <span aria-hidden="true">−</span> One less</button>\
    <button class="quiet" \(Self.assign, sends: count)>Assign \(count) again</button>\
    </div>
    """
  }

  /// The number of the range that is nearest to another one.
  static func nearest(to number: Int) -> Int { min(max(number, range.lowerBound), range.upperBound) }
}

/// How much was done, and how much of it was shown.
struct Tally: Content {
  var facts: [Fact]

  struct Fact: Codable, Hashable {
    let name: String
    var number: Int
  }

  var html: HTML {
    let facts = facts.map { "<div><dt>\($0.name)</dt><dd>\($0.number)</dd></div>" as HTML }
    return "<dl class=\"tally\">\(facts)</dl>"
  }
}
