import Espalier

extension People {
  /// The same by sections: a group is a section with a header, and a person can go from one to the other.
  var sections: Section {
    Section(
      footer: TableFooter(
        third: Command("third", to: PeoplePage.self) { $0.people.hasThird.toggle() }, hasThird: hasThird)
    ) {
      Section("actions") { actions }
      for group in groups {
        Section(group.number, header: GroupHeader(number: group.number, place: group.place)) {
          group.people.map { PersonRow(person: $0) }
        }
      }
    }
  }
}
