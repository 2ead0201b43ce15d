import Espalier

/// The name of a bed.
struct TitleRow: Content, Identifiable {
  let id: String
  var title: String
  var html: HTML { "<h2>\(title)</h2>" }
}

/// A job in a bed.
struct PlainRow: Content, Identifiable {
  let id: String
  var job: String
  var html: HTML { "<span>\(job)</span>" }
}

/// A row that is one button.
struct PressRow: Content, Identifiable {
  let id: String
  var title: String
  var press = Command.nop
  var html: HTML { "<button class=\"act\" \(press)>\(title)</button>" }
}

/// A menu to choose how rows are animated.
struct MotionRow: Content, Identifiable {
  /// All animation styles except those that make no difference here.
  enum Choice: String, Codable, CaseIterable {
    case fade, left, right, top, bottom, middle, none
    var animations: Animations.Style { Animations.Style(rawValue: rawValue) ?? .automatic }
  }

  var style: Animations.Style
  var choose = Command<Choice>.nop
  var id: String { "select" }

  var html: HTML {
    """
    <form \(choose, on: .change)><label><span>Row animation</span><select name="data" autocomplete="off">\(options)</select></label>\
    <button class="quiet unscripted">Set</button></form>
    """
  }

  private var options: [HTML] {
    Choice.allCases.map { choice in
      """
      <option value="\(choice.rawValue)" \("selected", when: choice.animations == style)>\(choice.rawValue)</option>
      """
    }
  }
}
