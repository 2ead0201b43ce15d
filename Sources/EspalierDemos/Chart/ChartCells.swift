import Espalier

/// The chart. The module `chart.js` draws what the attributes say, and sends `mark` when somebody presses a point.
struct Plot: Content {
  /// The number of a day, to mark it or not any more.
  static let mark = Event<Int>("mark", in: 0...1_000_000)
  var days: [Measure] = []
  var marked = 0

  var html: HTML {
    """
    <div class="plot" data-module="/chart.js" data-days="\(days.map { "\($0.id)" }.joined(separator: " "))" \
    data-heights="\(days.map { "\($0.height)" }.joined(separator: " "))" data-marked="\(marked)"></div>\
    <form \(Self.mark) hidden><input type="hidden" name="data" value="0"></form>
    """
  }
}

/// The height on one day.
struct Measure: Content, Identifiable {
  let id: Int
  var height: Int
  var isMarked = false

  var html: HTML {
    """
    <span>Day \(id)</span><output>\(height) cm</output>\
    <button class="quiet" \(Plot.mark, sends: id) aria-pressed="\(isMarked)" aria-label="Mark day \(id)">Mark</button>
    """
  }
}

struct MeasureForm: Content {
  struct Height: Codable, Sendable { var height: Int }

  static let add = Event<Height>("add")
  /// What was added last.
  var note = ""

  var html: HTML {
    """
    <form \(Self.add)><label>Height today, in cm \
    <input name="height" type="number" min="0" max="60" required></label><button class="primary">Add</button></form>\
    <output class="note">\(note)</output>
    """
  }
}
