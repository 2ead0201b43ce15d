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

    var style: WritableKeyPath<Animations, Animations.Style> {
      switch self {
      case .insertRows: \.insertRows
      case .deleteRows: \.deleteRows
      case .reloadRows: \.reloadRows
      case .insertSections: \.insertSections
      case .deleteSections: \.deleteSections
      case .reloadSections: \.reloadSections
      }
    }
  }

  var preset = Preset.fade
  var custom = Animations.automatic
  /// The kind whose styles the list shows; nil if none.
  var open: Kind?

  /// The argument for `set`.
  var animations: Animations {
    switch preset {
    case .none: .replaceAll
    case .fade: .fade
    case .custom: custom
    }
  }

  /// The same as Swift code.
  var code: String {
    switch preset {
    case .none: "animations: .replaceAll"
    case .fade: "animations: .fade"
    case .custom where custom == .automatic: "animations: .automatic"
    case .custom:
      "animations: Animations("
        + Kind.allCases.filter { custom[keyPath: $0.style] != .automatic }
        .map { "\($0.rawValue): .\(custom[keyPath: $0.style].rawValue)" }.joined(separator: ", ") + ")"
    }
  }
}
