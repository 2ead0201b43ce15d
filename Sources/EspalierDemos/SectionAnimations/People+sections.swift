import Espalier

extension People {
  /// The same people in sections: a group is a section with a header, and a person can move to another section.
  var sections: ListSection {
    ListSection(
      footer: TableFooter(
        third: Command("third", to: PeoplePage.self) { $0.people.hasThird.toggle() }, hasThird: hasThird)
    ) {
      ListSection("actions") { actions }
      for group in groups {
        ListSection(group.number, header: GroupHeader(number: group.number, place: group.place)) {
          group.people.map { PersonRow(person: $0) }
        }
      }
    }
  }
}
