import Espalier

extension AnimationChoice {
  /// The choice as a list: three presets, below Custom the six kinds of change, and below the open kind its styles.
  var list: ListSection {
    ListSection(header: ChooserTitle(), footer: ChosenCode(code: code)) {
      for preset in Preset.allCases {
        PresetRow(
          preset: preset, isChosen: preset == self.preset,
          choose: Command("choose", to: Chooser.self) { $0.choice.preset = preset })
      }
      if preset == .custom {
        ListSection("rows", header: KindTitle(title: "Rows")) { rows(for: Kind.ofRows) }
        ListSection("sections", header: KindTitle(title: "Sections")) { rows(for: Kind.ofSections) }
      }
    }
  }

  @ListBuilder private func rows(for kinds: [Kind]) -> [ListElement] {
    for kind in kinds {
      KindRow(
        kind: kind, style: self[kind], isOpen: kind == open,
        toggle: Command("toggle", to: Chooser.self) { $0.choice.open = $0.choice.open == kind ? nil : kind })
      if kind == open {
        for style in Self.styles {
          StyleRow(
            kind: kind, style: style, isChosen: style == self[kind],
            choose: Command("choose", to: Chooser.self) { $0.choice[kind] = style })
        }
      }
    }
  }

  private static let styles: [Animations.Style] = [.fade, .right, .left, .top, .bottom, .none, .middle, .automatic]
}
