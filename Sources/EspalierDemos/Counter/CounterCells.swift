import Espalier

/// The temperature of a greenhouse, and buttons that assign another one.
struct CounterFace: Content {
  /// In degrees Celsius.
  static let range = -40...60
  static let assign = Event<Int>("assign", in: range)
  var count = 0
  var html: HTML {
    """
    <p class="note">Greenhouse</p><output class="count" aria-live="off">\(count) °C</output>\
    <div class="buttons">\
    <button class="primary" \(Self.assign, sends: Self.nearest(to: count + 1), on: .keys([.arrowUp]))>\
    <span aria-hidden="true">+</span> Warmer</button>\
    <button class="quiet" \(Self.assign, sends: Self.nearest(to: count - 1), on: .keys([.arrowDown]))>\
    <span aria-hidden="true">−</span> Cooler</button>\
    <button class="quiet" \(Self.assign, sends: count)>Set \(count) °C again</button>\
    </div>
    """
  }

  /// Returns the number clamped to the range.
  static func nearest(to number: Int) -> Int { min(max(number, range.lowerBound), range.upperBound) }
}

/// Named counters, and what a screen reader says after each press.
struct Tally: Content {
  var facts: [Fact]
  var news = ""

  struct Fact: Codable, Hashable {
    let name: String
    var number: Int
  }

  var html: HTML {
    let facts = facts.map { "<div><dt>\($0.name)</dt><dd>\($0.number)</dd></div>" as HTML }
    return "<dl class=\"tally\">\(facts)</dl><output class=\"aside\">\(news)</output>"
  }
}
