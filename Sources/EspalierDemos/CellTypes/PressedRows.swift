import Espalier

/// The header: the last action.
struct PressedHeader: Content {
  var name: String
  var html: HTML {
    "<h2>Last action</h2><output class=\"note\">\(name.isEmpty ? "none yet" : name)</output>"
  }
}

/// A form control that posts on change. Its button is only for browsers without JavaScript.
struct SwitchRow: Content, Identifiable {
  /// The form data of a checkbox: its field if it is checked, otherwise nothing.
  struct New: Codable, Sendable {
    var on: String?
    var isOn: Bool { on != nil }
  }

  var isOn: Bool
  var flip = Command<New>.nop
  var id: String { "switch" }

  var html: HTML {
    """
    <form \(flip, on: .change)><label><span>Summer</span><input class="switch-box" type="checkbox" role="switch" \
    name="on" value="yes" \("checked", when: isOn)></label><button class="quiet unscripted">Set</button></form>
    """
  }
}

/// Two buttons that send different values to one command.
struct StepperRow: Content, Identifiable {
  var count: Int
  var step = Command<Int>.nop
  var id: String { "stepper" }

  var html: HTML {
    """
    <span>Fruit</span><span class="stepper" role="group" aria-label="Fruit">\
    <button class="round" \(step, sends: -1) \("disabled", when: count == 0) aria-label="One less">−</button>\
    <output><span>\(count)</span><span class="aside"> fruit</span></output>\
    <button class="round" \(step, sends: 1) \("disabled", when: count == 8) aria-label="One more">+</button></span>
    """
  }
}

/// A row that is one button.
struct KindOfFruitRow: Content, Identifiable {
  var kind: Garden.Kind
  var isChosen: Bool
  var select = Command.nop
  var id: String { kind.rawValue }

  var html: HTML {
    """
    <button class="choice" \(select) aria-pressed="\(isChosen ? "true" : "false")">\
    <span>\(kind.rawValue)</span></button>
    """
  }
}
