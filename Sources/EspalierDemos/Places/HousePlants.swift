import Espalier

/// A plant. Several lists and pages can show it.
struct HousePlant: Content, Identifiable {
  static let water = Event<String>("water")
  let id: String
  let name: String
  var isThirsty = false

  var html: HTML {
    let state = isThirsty ? "thirsty" : "watered"
    return """
      <span><strong>\(name)</strong> <span class="drop \(state)">\(state)</span></span>\
      <button class="quiet" aria-label="\(isThirsty ? "Water" : "Mark as dry"): \(name)" \(Self.water, sends: id)>\
      \(isThirsty ? "Water" : "Mark as dry")</button>
      """
  }
}

/// All plants of the house: a service of the site, so every page of every viewer shows the same plants.
final class HousePlants: Sendable {
  let sill = ["Basil", "Thyme", "Aloe"].map(HousePlants.make)
  let balcony = ["Fig", "Lemon", "Olive"].map(HousePlants.make)

  var all: [Signal<HousePlant>] { sill + balcony }

  /// Waters a plant, or lets it dry.
  func toggle(_ id: String) {
    all.first { $0.value?.id == id }?.update { $0.isThirsty.toggle() }
  }

  private static func make(_ name: String) -> Signal<HousePlant> {
    Signal(HousePlant(id: name.lowercased(), name: name, isThirsty: name == "Basil" || name == "Fig"))
  }
}
