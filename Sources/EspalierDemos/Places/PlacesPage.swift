import Espalier

/// Two places where plants stand, and a list of those that are thirsty: one model each, and two presentations.
final class PlacesPage: ContainerModel {
  override func didLoad() {
    guard let plants = require(HousePlants.self) else { return }
    add([
      ThirstyList(plants.all),
      PlaceList("sill", "On the window sill", plants.sill), PlaceList("balcony", "On the balcony", plants.balcony),
    ])
    on(HousePlant.water) { _, id in plants.toggle(id) }
  }
}

/// A place, and a cell for each plant there.
final class PlaceList: ContainerModel {
  init(_ id: String, _ title: String, _ plants: [Holder<HousePlant>]) {
    super.init(id: id)
    header = CellModel(PlaceTitle(text: title))
    add(plants.map { CellModel(presenting: $0) })
  }
}

/// Those of the plants that are thirsty at the moment.
final class ThirstyList: ContainerModel {
  private let plants: [Holder<HousePlant>]
  private let title = CellModel(PlaceTitle(text: ""))

  init(_ plants: [Holder<HousePlant>]) {
    self.plants = plants
    super.init(id: "thirsty")
    header = title
  }

  override func didLoad() {
    for plant in plants { present(plant) { list, _ in list.setState {} } }
  }

  override func willRender() {
    let thirsty = plants.map(\.value).filter(\.isThirsty)
    title.content.text = thirsty.isEmpty ? "None is thirsty" : "Thirsty now: \(thirsty.count) of \(plants.count)"
    set(rows: thirsty)
  }
}

struct PlaceTitle: Content {
  var text: String
  var html: HTML { "<h2>\(text)</h2>" }
}
