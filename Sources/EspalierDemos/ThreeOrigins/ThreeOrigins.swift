import Espalier

/// One list whose rows have markup from three origins: a block in the page's template, a file in `Templates`, and
/// Swift. All of them have commands, and the list treats them the same.
final class ThreeOrigins: ContainerModel {
  private var plants = [
    Plant(number: 1, origin: .block), Plant(number: 2, origin: .file), Plant(number: 3, origin: .code),
    Plant(number: 4, origin: .block), Plant(number: 5, origin: .file), Plant(number: 6, origin: .code),
  ]
  private var planted = 6
  private let heading = CellModel(
    PlantHeader(add: Command<Plant.Origin>("add", to: ThreeOrigins.self) { $0.add($1) }))

  override func didLoad() {
    header = heading
    show()
  }

  private func add(_ origin: Plant.Origin) {
    // Anybody can open this page, so its list must not grow without limit.
    guard plants.count < 40 else { return say("There is no room for more than 40 plants.") }
    planted += 1
    let plant = Plant(number: planted, origin: origin)
    plants.insert(plant, at: 0)
    show()
    say("\(plant.name) is added, \(plants.count) plants.")
  }

  private func pour(_ number: Int) {
    guard let index = plants.firstIndex(where: { $0.number == number }) else { return }
    plants[index].water += 1
    show()
    say("\(plants[index].name) is watered \(plants[index].water)×.")
  }

  private func remove(_ number: Int) {
    guard let index = plants.firstIndex(where: { $0.number == number }) else { return }
    let plant = plants.remove(at: index)
    show()
    say("\(plant.name) is removed, \(plants.count) plants.")
  }

  private func say(_ news: String) { heading.content.news = news }

  private func show() {
    set {
      for plant in plants {
        let (id, name, water) = (plant.number, plant.name, plant.water)
        let pour = Command("water", to: ThreeOrigins.self) { $0.pour(id) }
        let remove = Command("remove", to: ThreeOrigins.self) { $0.remove(id) }
        switch plant.origin {
        case .block: BlockPlant(id: id, name: name, water: water, pour: pour, remove: remove)
        case .file: FilePlant(id: id, name: name, water: water, pour: pour, remove: remove)
        case .code: CodePlant(id: id, name: name, water: water, pour: pour, remove: remove)
        }
      }
      if plants.isEmpty { NoPlants() }
    }
  }
}

/// The data of one row.
struct Plant: Sendable {
  enum Origin: String, Codable, CaseIterable { case block, file, code }
  let number: Int
  let origin: Origin
  var water = 0

  var name: String { Self.names[(number - 1) % Self.names.count] }

  private static let names = """
    Basil Thyme Sage Mint Dill Chives Parsley Rosemary Lavender Oregano Tarragon Lovage Sorrel Borage Fennel Chervil \
    Savory Hyssop Marjoram Coriander
    """.split(separator: " ").map(String.init)
}
