import Espalier

extension People {
  /// One flat list: one or two actions, then headers and people, all as rows.
  var rows: ListSection {
    ListSection(footer: TableFooter()) {
      actions
      for group in groups {
        GroupHeader(number: group.number, place: group.place)
        group.people.map { PersonRow(person: $0) }
      }
    }
  }

  @ListBuilder var actions: [ListElement] {
    if isApplied {
      ActionRow(title: "Reset", run: Command("reset", to: PeoplePage.self) { $0.people = People() })
    } else {
      SelectRow()
      ActionRow(title: "Apply", run: Command("apply", to: PeoplePage.self) { $0.people.isApplied = true })
    }
  }
}
