import Espalier

/// The samples of the article on sources.
enum SourcesArticle {
  struct Person: Content, Identifiable {
    static let remove = Event<Int>("remove", in: 0...99)
    let id: Int
    var name: String
    var isActive = true
    var html: HTML { "\(name) <button \(Self.remove, sends: id)>Remove</button>" }
  }

  final class People: ContainerModel {
    private let people = ArraySource([Person(id: 1, name: "Ada")])

    override func didLoad() {
      children.source = people
      on(Person.remove) { list, id in list.people.remove(id: id) }
    }
  }

  /// A list with favourites, and with all active people in the order of their names.
  static func sections(_ people: ArraySource<Person>, _ favourites: [Person]) -> ContainerModel {
    let list = ContainerModel()
    let active = ArrangedSource<Person>(people, where: { $0.isActive }, by: { $0.name < $1.name })
    list.children.source = .sections([ArraySource(favourites, section: SourceSection(title: "Favourites")), active])
    return list
  }

  /// A value without markup.
  struct Member: Identifiable, Hashable, Sendable {
    let id: Int
    var name: String
    var team = "red"
  }

  struct MemberCard: Content, Identifiable {
    let id: Int
    let name: String
    init(_ member: Member) { (id, name) = (member.id, member.name) }
    var html: HTML { "<h3>\(name)</h3>" }
  }

  struct MemberLine: Content, Identifiable {
    let id: Int
    let name: String
    init(_ member: Member) { (id, name) = (member.id, member.name) }
    var html: HTML { "\(name)" }
  }

  final class MemberModel: ContainerModel {
    init(_ member: Member) {
      super.init()
      show(member)
    }

    func show(_ member: Member) { header = CellModel(MemberLine(member)) }
  }

  static func looks(_ cards: ContainerModel, _ lines: ContainerModel, _ members: [Member]) {
    cards.children.source = ArraySource(members).map { MemberCard($0) }
    lines.children.source = ArraySource(members).map { MemberLine($0) }
  }

  static func nodes(_ list: ContainerModel, _ members: [Member]) {
    list.children.source = ArraySource(members).node(MemberModel.init, update: { $0.show($1) })
  }

  struct Plant: Content, Identifiable {
    let id: String
    var letter: String { String(id.prefix(1)) }
    var html: HTML { "\(id)" }
  }

  struct Team: Content, Identifiable {
    let id: String
    var html: HTML { "<h2>\(id)</h2>" }
  }

  static func groups(_ list: ContainerModel, _ members: ArraySource<Member>, _ teams: ArraySource<Team>) {
    list.children.source = GroupedSource(members, by: \Member.team, keys: teams)
  }

  static func groups(_ list: ContainerModel, _ members: [Member], _ teams: ArraySource<Team>) {
    list.children.source = GroupedSource(teams) { (team: Team.ID) in
      ArraySource(members.filter { $0.team == team }, section: SourceSection(title: team))
    }
  }

  static func index(_ plants: ArraySource<Plant>) -> ContainerModel {
    let list = ContainerModel()
    list.children.source = GroupedSource(plants, by: \Plant.letter, order: <)
    list.footer = .sectionIndex()
    return list
  }
}
