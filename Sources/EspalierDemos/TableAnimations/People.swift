/// The data of the table: the teams of this week or, after Apply, of next week.
struct People: Sendable {
  struct Person: Hashable, Sendable, Codable {
    let id: String
    let name: String
    let task: String
  }

  struct Group: Sendable {
    let number: Int
    /// When the team works.
    var place = ""
    var people: [Person]
  }

  var isApplied = false
  var isShuffled = false
  var hasThird = false

  /// Apply removes two people and adds one. Shuffle swaps the groups, and the last people of both groups.
  var groups: [Group] {
    var groups = [
      Group(number: 1, people: isApplied ? [p11] : [p11, p12, p13]),
      Group(number: 2, people: isApplied ? [p21, p211, p22, p23] : [p21, p22, p23]),
    ]
    if isShuffled {
      let last = groups[0].people.removeLast()
      groups[0].people.append(groups[1].people.removeLast())
      groups[1].people.append(last)
      groups.swapAt(0, 1)
    }
    groups[0].place = "mornings"
    groups[1].place = "evenings"
    if hasThird { groups.insert(Group(number: 3, place: "at noon", people: [p31, p32]), at: 1) }
    return groups
  }
}

private let p11 = People.Person(id: "P11", name: "Ada", task: "pruning")
private let p12 = People.Person(id: "P12", name: "Ben", task: "picking")
private let p13 = People.Person(id: "P13", name: "Cleo", task: "mowing")
private let p21 = People.Person(id: "P21", name: "Dora", task: "grafting")
private let p211 = People.Person(id: "P211", name: "Edda", task: "watering")
private let p22 = People.Person(id: "P22", name: "Finn", task: "tying in")
private let p23 = People.Person(id: "P23", name: "Gil", task: "picking")
private let p31 = People.Person(id: "P31", name: "Hana", task: "thinning")
private let p32 = People.Person(id: "P32", name: "Ivo", task: "picking")
