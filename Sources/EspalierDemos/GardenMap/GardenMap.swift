import Espalier

/// A garden on a map that a script of this site draws, and the list of what grows there.
final class GardenMap: ContainerModel {
  private static let most = 40
  private let map = CellModel(MapView(), key: "map")
  private let form = CellModel(PlantForm(), key: "form")
  private let list = ContainerModel(id: "plants")
  private var plants = [
    PlantOnMap(id: 1, name: "Apple", x: 30, y: 35), PlantOnMap(id: 2, name: "Pear", x: 62, y: 28),
    PlantOnMap(id: 3, name: "Quince", x: 48, y: 70),
  ]

  /// The number of the plant that came last.
  private var planted = 3

  override func didLoad() {
    persist(\.plants, as: "plants")
    persist(\.planted, as: "planted")
    add([map, form, list])
    on(PlantForm.plant) { garden, spot in garden.plant(spot) }
    on(PlantOnMap.show) { garden, id in
      // The map of the sender moves to the plant.
      garden.plants.first { $0.id == id }.map { garden.map.send($0, to: "show") }
    }
    on(PlantOnMap.remove) { garden, id in
      guard let plant = garden.plants.first(where: { $0.id == id }) else { return }
      garden.plants.removeAll { $0.id == id }
      garden.form.content.note = "\(plant.name) is gone."
      garden.update()
    }
    update()
  }

  private func plant(_ spot: PlantForm.Spot) {
    let name = spot.name.split(whereSeparator: \.isWhitespace).joined(separator: " ").prefix(20)
    planted += 1
    let plant = PlantOnMap(
      id: planted, name: name.isEmpty ? "Seedling \(planted)" : String(name), x: min(100, max(0, spot.x)),
      y: min(100, max(0, spot.y)))
    plants.append(plant)
    form.content.note = "\(plant.name) grows at \(plant.x), \(plant.y)."
    plants.removeFirst(max(0, plants.count - Self.most))
    update()
  }

  private func update() {
    map.content.plants = plants
    list.set(rows: plants, animations: .fade)
  }
}
