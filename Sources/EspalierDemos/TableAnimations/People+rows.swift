import Espalier

extension People {
  /// One flat list: one or two actions, then teams and people, all as rows.
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
      ActionRow(
        id: "reset", title: "Show this week",
        run: Command("reset", to: PeoplePage.self) { $0.people = People() })
    } else {
      SelectRow()
      ActionRow(
        id: "apply", title: "Show next week",
        run: Command("apply", to: PeoplePage.self) { $0.people.isApplied = true })
    }
  }
}
