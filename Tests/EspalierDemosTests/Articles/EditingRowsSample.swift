import Espalier

/// The samples of the article on editing rows.
enum EditingRowsArticle {
  struct Plant: Content, Identifiable {
    let id: Int
    var name: String
    var html: HTML { "<strong>\(name)</strong>" }
    var traits: RowTraits { RowTraits(canDelete: true, canMove: true) }
  }

  final class Plants: ContainerModel {
    private let plants = ArraySource([Plant(id: 1, name: "Fig"), Plant(id: 2, name: "Sage")])
    private let editing = Editing()

    override func didLoad() {
      header = .editButton
      children.source = .editing(plants)
      add(editing)
      on(Editing.insert) { list in list.plants.append(Plant(id: list.plants.rows.count + 1, name: "New plant")) }
    }
  }

  final class PeopleRows: ContainerModel {
    override func didLoad() {
      add(Editing(deletingIn: PeopleRows.self) { list, row in list.ask(row) })
    }

    private func ask(_ row: Node) { present(.alert("Remove \(row.nodeKey)?")) }
  }

  struct PersonURL: SiteURL {
    static let path = "/people/{id}"
    var id: Int
    var editing = false
  }

  struct Contact: EditableRow, Identifiable {
    let id: Int
    var name: String
    var isEditing = false
    private enum CodingKeys: CodingKey { case id, name }
    var html: HTML { "<a href=\"\(PersonURL(id: id, editing: isEditing))\">\(name)</a>" }
    var traits: RowTraits { RowTraits(canDelete: true) }
  }

  final class PersonPage: ContainerModel {
    init(_ url: PersonURL) {
      super.init()
      header = .editButton
      add(Editing(isOn: url.editing))
    }
  }

  /// A bed in the garden, with its plants.
  final class Garden: ContainerModel {
    private let (plants, beds) = (ArraySource<Plant>(), Source.sections())
    private let templates = [Plant(id: 9, name: "Herbs")]

    override func didLoad() {
      children.source = .editing(plants, behind: ArraySource([InsertRow("Add a plant")]))
      children.source = .editing(
        beds, behind: .sections([ArraySource(templates, section: SourceSection(title: "Templates"))]))
    }
  }
}

private func isDry(_ row: Node) -> Bool { row.content(as: EditingRowsArticle.Plant.self)?.name != "Fig" }

extension EditingRowsArticle.Plants {
  private typealias Plants = EditingRowsArticle.Plants

  func addActions() {
    add(
      RowActions([
        .init("water", "Water", when: { row in isDry(row) }, to: Plants.self) { list, row in list.water(row) },
        .init(
          "remove", "Remove…", .destructive, asking: { _ in .alert("Remove the plant?", "You cannot undo this.") },
          to: Plants.self
        ) { list, row in list.delete(row) },
      ]))
  }

  private func delete(_ row: Node) { _ = children.carryOut(deletionOf: row) }
  private func water(_ row: Node) { footer = CellModel(Label("watered \(row.nodeKey)")) }
}
