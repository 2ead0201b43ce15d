import Espalier

/// What stands above the chooser.
struct ChooserTitle: Content {
  var html: HTML { "<h2>Animations</h2><p class=\"note\">How the next change is shown, here too.</p>" }
}

/// None, Fade or Custom, with a check mark at one of them.
struct PresetRow: Content, Identifiable {
  let preset: AnimationChoice.Preset
  var isChosen: Bool
  var choose = Command.nop
  var id: String { preset.rawValue }

  private var note: String {
    switch preset {
    case .none: "replaced at once"
    case .fade: "everything fades"
    case .custom: "a style for each kind"
    }
  }

  var html: HTML {
    """
    <button class="choice" aria-pressed="\(isChosen)" \(choose)><span>\(preset.title)</span>\
    <span class="note">\(note)</span></button>
    """
  }
}

/// What stands above three kinds of change.
struct KindTitle: Content {
  var title: String
  var html: HTML { "<h3>\(title)</h3>" }
}

/// A kind of change and its style; pressing it lists the styles.
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

/// One style that a kind of change may have.
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

/// The choice as one writes it.
struct ChosenCode: Content {
  var code: String
  var html: HTML { "<code>\(code)</code>" }
}

extension RawRepresentable where RawValue == String {
  /// The name as one reads it.
  fileprivate var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
}
