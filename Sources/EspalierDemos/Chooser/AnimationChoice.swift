import Espalier

/// The chosen animations: one of three presets, and the styles of the preset `custom`.
struct AnimationChoice: Sendable {
  enum Preset: String, CaseIterable, Codable {
    case none, fade, custom
  }

  /// The six kinds of change. Each has its own style.
  enum Kind: String, CaseIterable, Codable {
    case insertRows, deleteRows, reloadRows, insertSections, deleteSections, reloadSections

    static let ofRows = [insertRows, deleteRows, reloadRows]
    static let ofSections = [insertSections, deleteSections, reloadSections]
  }

  var preset = Preset.fade
  /// The styles of the preset `custom`; those that are not here are automatic.
  var styles: [Kind: Animations.Style] = [:]
  /// The kind whose styles the list shows; nil if none.
  var open: Kind?

  /// The argument for `set`.
  var animations: Animations {
    switch preset {
    case .none: .replaceAll
    case .fade: .fade
    case .custom:
      Animations(
        insertRows: self[.insertRows], deleteRows: self[.deleteRows], reloadRows: self[.reloadRows],
        insertSections: self[.insertSections], deleteSections: self[.deleteSections],
        reloadSections: self[.reloadSections])
    }
  }

  subscript(kind: Kind) -> Animations.Style {
    get { styles[kind] ?? .automatic }
    set { styles[kind] = newValue }
  }

  /// The same as Swift code.
  var code: String {
    switch preset {
    case .none: "animations: .replaceAll"
    case .fade: "animations: .fade"
    case .custom where animations == .automatic: "animations: .automatic"
    case .custom:
      "animations: Animations("
        + Kind.allCases.filter { self[$0] != .automatic }
        .map { "\($0.rawValue): .\(self[$0].rawValue)" }.joined(separator: ", ") + ")"
    }
  }
}
