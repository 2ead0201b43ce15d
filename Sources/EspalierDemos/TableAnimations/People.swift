/// The data of the table: two groups of people, before and after Apply.
struct People: Sendable {
  struct Person: Hashable, Sendable, Codable {
    let id: String
    let name: String
  }

  struct Group: Sendable {
    let number: Int
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
    groups[0].place = "first"
    groups[1].place = "second"
    if hasThird { groups.insert(Group(number: 3, place: "between", people: [p31, p32]), at: 1) }
    return groups
  }
}

private let p11 = People.Person(id: "P11", name: "Ada")
private let p12 = People.Person(id: "P12", name: "Ben")
private let p13 = People.Person(id: "P13", name: "Cleo")
private let p21 = People.Person(id: "P21", name: "Dora")
private let p211 = People.Person(id: "P211", name: "Edda")
private let p22 = People.Person(id: "P22", name: "Finn")
private let p23 = People.Person(id: "P23", name: "Gil")
private let p31 = People.Person(id: "P31", name: "Hana")
private let p32 = People.Person(id: "P32", name: "Ivo")
