import Espalier

/// Settings in groups. Headers and footers are texts, and the diff compares them like rows. A footer explains the
/// choice above it, and the group for quiet hours exists only while notifications are on.
final class GroupedTable: ContainerModel {
  private var settings = Settings()

  override func didLoad() { show() }

  private func change(_ change: (inout Settings) -> Void) {
    change(&settings)
    show()
  }

  private func show() { set(sections: sections, animations: .fade) }

  private var sections: [ListSection] {
    var sections = [watering, notices]
    if settings.notices { sections.append(hours) }
    return sections + [about]
  }

  private var watering: ListSection {
    ListSection("watering", header: PlainHeader("Watering"), footer: PlainFooter(settings.watering.meaning)) {
      for every in Settings.Watering.allCases {
        OptionRow(
          title: every.rawValue, isChosen: settings.watering == every,
          select: Command("select", to: GroupedTable.self) { $0.change { $0.watering = every } })
      }
    }
  }

  private var notices: ListSection {
    ListSection(
      "notices", header: PlainHeader("Notifications"),
      footer: settings.notices ? nil : PlainFooter("You get no notifications.")
    ) {
      ToggleRow(
        title: "Tell me about the garden", isOn: settings.notices,
        toggle: Command("toggle", to: GroupedTable.self) { $0.change { $0.notices.toggle() } })
      if settings.notices {
        ToggleRow(
          title: "With a sound", isOn: settings.sound,
          toggle: Command("toggle", to: GroupedTable.self) { $0.change { $0.sound.toggle() } })
      }
    }
  }

  private var hours: ListSection {
    ListSection("hours", header: PlainHeader("Quiet hours"), footer: PlainFooter("Frost warnings come at any hour.")) {
      DetailRow(title: "From", detail: "22:00")
      DetailRow(title: "Until", detail: "7:00")
    }
  }

  private var about: ListSection {
    ListSection("about", footer: PlainFooter("Last counted in March.")) {
      DetailRow(title: "Trees", detail: "12")
      DetailRow(title: "Wall", detail: "South, brick")
    }
  }
}
