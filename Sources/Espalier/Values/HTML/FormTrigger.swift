/// When a form or a button sends its event by itself: nobody submits the form or presses the button.
///
/// ```swift
/// "<form \(Self.search, on: .pause(.milliseconds(300)))><input name=\"data\"><button>Search</button></form>"
/// "<button \(Self.close, on: .keys([.escape]))>Close</button>"
/// ```
///
/// People can still submit the form and press the button. Without JavaScript nothing else sends the event, so give a form
/// with a trigger a button, too. A button has no fields: it can have only `keys`, `clickOutside` and `every`.
public enum FormTrigger: Hashable, Sendable {
  /// While a field is being edited.
  case input
  /// When a field was changed and left.
  case change
  /// When nobody has edited a field for this time, from 0 to 10 seconds.
  case pause(Duration)
  /// When the focus comes into the form.
  case focus
  /// When the focus leaves the form.
  case blur
  /// When somebody presses one of these keys while the focus is in the cell. A text field keeps its keys, except Escape
  /// and, in one line, Enter; other controls keep Enter and Space (WCAG 2.2, 2.1.1 and 2.1.4).
  case keys(Set<Key>)
  /// When somebody presses something outside of the cell.
  case clickOutside
  /// Again and again after this time, from 1 second to an hour, as long as the control is in the window and the page is
  /// shown.
  case every(Duration)

  /// A key of the keyboard.
  public enum Key: Hashable, Sendable {
    case enter, escape, space, delete, backspace, home, end, pageUp, pageDown
    case arrowUp, arrowDown, arrowLeft, arrowRight
    /// The key that types this character. White space is `space`.
    case character(Character)

    /// The key's name in events of the browser (UI Events KeyboardEvent key Values).
    var word: String {
      switch self {
      case .enter: "Enter"
      case .escape: "Escape"
      case .space: "Space"
      case .delete: "Delete"
      case .backspace: "Backspace"
      case .home: "Home"
      case .end: "End"
      case .pageUp: "PageUp"
      case .pageDown: "PageDown"
      case .arrowUp: "ArrowUp"
      case .arrowDown: "ArrowDown"
      case .arrowLeft: "ArrowLeft"
      case .arrowRight: "ArrowRight"
      case .character(let character): character.isWhitespace ? "Space" : String(character)
      }
    }

    fileprivate static let named: [Key] = [
      .enter, .escape, .space, .delete, .backspace, .home, .end, .pageUp, .pageDown, .arrowUp, .arrowDown, .arrowLeft,
      .arrowRight,
    ]
  }

  /// Whether a button can have it.
  var isForButtons: Bool {
    switch self {
    case .keys, .clickOutside, .every: true
    case .input, .change, .pause, .focus, .blur: false
    }
  }

  /// What the client's form listener does: it sends the form, or notes that edits wait. Nil if it does nothing.
  var formWord: String? {
    switch self {
    case .input: "input"
    case .change: "change"
    case .pause, .blur: "later"
    case .focus, .keys, .clickOutside, .every: nil
    }
  }

  /// What the client's module of triggers does; nil if it does nothing.
  var word: String? {
    switch self {
    case .input, .change: nil
    case .pause(let time): "pause \(Self.milliseconds(time, in: 0...10_000))"
    case .focus: "focus"
    case .blur: "blur"
    case .keys(let keys): (["keys"] + keys.map(\.word).sorted()).joined(separator: " ")
    case .clickOutside: "outside"
    case .every(let time): "every \(Self.milliseconds(time, in: 1_000...3_600_000))"
    }
  }

  private static func milliseconds(_ time: Duration, in range: ClosedRange<Int>) -> Int {
    let inside = min(max(time, .milliseconds(range.lowerBound)), .milliseconds(range.upperBound))
    return Int(inside / .milliseconds(1))
  }
}

extension FormTrigger {
  /// The trigger that a template names: `input`, `pause:300`, `keys:Enter,Escape`, `every:5000`; nil if it is none.
  init?(template word: Substring) {
    let parts = word.split(separator: ":", maxSplits: 1)
    let time = parts.count == 2 ? Int(parts[1]).map { Duration.milliseconds($0) } : nil
    switch (parts.first, time) {
    case ("input", nil) where parts.count == 1: self = .input
    case ("change", nil) where parts.count == 1: self = .change
    case ("focus", nil) where parts.count == 1: self = .focus
    case ("blur", nil) where parts.count == 1: self = .blur
    case ("outside", nil) where parts.count == 1: self = .clickOutside
    case ("pause", let time?): self = .pause(time)
    case ("every", let time?): self = .every(time)
    case ("keys", _) where parts.count == 2:
      let keys = parts[1].split(separator: ",").map { name in
        Key.named.first { $0.word == name } ?? (name.count == 1 ? name.first.map { .character($0) } : nil)
      }
      guard !keys.isEmpty, keys.allSatisfy({ $0 != nil }) else { return nil }
      self = .keys(Set(keys.compactMap(\.self)))
    default: return nil
    }
  }
}
