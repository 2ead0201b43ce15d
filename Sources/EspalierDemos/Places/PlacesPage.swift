import Espalier

/// Two places with plants, and a list of the thirsty ones. The same plant can be shown in two lists.
final class PlacesPage: ContainerModel {
  override func didLoad() {
    guard let plants = service(HousePlants.self) else { return }
    add([
      ThirstyList(plants.all),
      PlaceList("sill", "On the window sill", plants.sill), PlaceList("balcony", "On the balcony", plants.balcony),
    ])
    on(HousePlant.water) { _, id in plants.toggle(id) }
  }
}

/// A place, with a cell for each of its plants.
final class PlaceList: ContainerModel {
  init(_ id: String, _ title: String, _ plants: [Signal<HousePlant>]) {
    super.init(id: id)
    header = CellModel(PlaceTitle(text: title))
    add(plants.compactMap { plant in plant.value.map { CellModel($0, following: plant) } })
  }
}

/// The plants that are thirsty now.
final class ThirstyList: ContainerModel {
  private let plants: [Signal<HousePlant>]
  private let title = CellModel(PlaceTitle(text: ""))

  init(_ plants: [Signal<HousePlant>]) {
    self.plants = plants
    super.init(id: "thirsty")
    header = title
  }

  override func didLoad() {
    for plant in plants { listen(to: plant) { list, _ in list.setState {} } }
  }

  override func willRender() {
    let thirsty = plants.compactMap(\.value).filter(\.isThirsty)
    title.content.text = thirsty.isEmpty ? "No plant is thirsty" : "Thirsty now: \(thirsty.count) of \(plants.count)"
    set(rows: thirsty)
  }
}

struct PlaceTitle: Content {
  var text: String
  var html: HTML { "<h2><output>\(text)</output></h2>" }
}
