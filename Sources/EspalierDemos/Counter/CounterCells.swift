import Espalier

/// A number, and buttons that assign a number to it.
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

  /// Returns the number clamped to the range.
  static func nearest(to number: Int) -> Int { min(max(number, range.lowerBound), range.upperBound) }
}

/// Named counters.
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
