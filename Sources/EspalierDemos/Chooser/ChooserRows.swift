import Espalier

/// The header of the chooser.
struct ChooserTitle: Content {
  var html: HTML { "<h2>Animations</h2><p class=\"note\">How the lists animate their next change.</p>" }
}

/// None, Fade or Custom. The chosen one has a check mark.
struct PresetRow: Content, Identifiable {
  let preset: AnimationChoice.Preset
  var isChosen: Bool
  var choose = Command.nop
  var id: String { preset.rawValue }

  private var note: String {
    switch preset {
    case .none: "no animation"
    case .fade: "everything fades"
    case .custom: "a style for each kind of change"
    }
  }

  /// Custom shows more rows below it.
  var html: HTML {
    let words: HTML = "<span>\(preset.title)</span><span class=\"note\">\(note)</span>"
    return preset == .custom
      ? "<button class=\"choice\" aria-pressed=\"\(isChosen)\" aria-expanded=\"\(isChosen)\" \(choose)>\(words)</button>"
      : "<button class=\"choice\" aria-pressed=\"\(isChosen)\" \(choose)>\(words)</button>"
  }
}

/// The header above three kinds of change.
struct KindTitle: Content {
  var title: String
  var html: HTML { "<h3>\(title)</h3>" }
}

/// A kind of change and its style. A press lists the styles.
struct KindRow: Content, Identifiable {
  let kind: AnimationChoice.Kind
  var style: Animations.Style
  var isOpen: Bool
  var toggle = Command.nop
  var id: String { kind.rawValue }

  private var title: String {
    switch kind {
    case .insertRows, .insertSections: "Insert"
    case .deleteRows, .deleteSections: "Delete"
    case .reloadRows, .reloadSections: "Reload"
    }
  }

  var html: HTML {
    """
    <button class="kind" aria-expanded="\(isOpen)" \(toggle)><span>\(title)</span>\
    <span class="note">\(style.title)</span></button>
    """
  }
}

/// One possible style of a kind of change.
struct StyleRow: Content, Identifiable {
  let kind: AnimationChoice.Kind
  let style: Animations.Style
  var isChosen: Bool
  var choose = Command.nop
  var id: String { "\(kind.rawValue)-\(style.rawValue)" }
  var html: HTML {
    """
    <button class="choice" aria-pressed="\(isChosen)" \(choose)><span>\(style.title)</span></button>
    """
  }
}

/// The choice as Swift code.
struct ChosenCode: Content {
  var code: String
  var html: HTML { "<code>\(code)</code>" }
}

extension RawRepresentable where RawValue == String {
  /// The name with a capital letter.
  fileprivate var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
}
