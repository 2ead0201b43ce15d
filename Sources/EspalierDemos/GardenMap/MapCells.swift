import Espalier

/// The map. The module `map.js` draws the plants, moves the map, and sends `plant` when somebody presses a free place.
struct MapView: Content {
  var plants: [PlantOnMap] = []

  var html: HTML {
    """
    <div class="map" data-module="/map.js" data-plants="\(plants.map(\.place).joined(separator: "\n"))"></div>\
    <form \(PlantForm.plant) hidden><input type="hidden" name="name"><input type="hidden" name="x">\
    <input type="hidden" name="y"></form>
    """
  }
}

/// A plant and its place, in hundredths of the garden.
struct PlantOnMap: Content, Identifiable {
  static let show = Event<Int>("show", in: 1...1_000_000)
  static let remove = Event<Int>("remove", in: 1...1_000_000)
  let id: Int
  var name: String
  var x: Int
  var y: Int

  fileprivate var place: String { "\(x) \(y) \(name)" }

  var html: HTML {
    """
    <span>\(name)</span><output>\(x), \(y)</output>\
    <button class="quiet" \(Self.show, sends: id) aria-label="Show \(name) on the map">Show</button>\
    <button class="round" \(Self.remove, sends: id) aria-label="Remove \(name)">×</button>
    """
  }
}

struct PlantForm: Content {
  struct Spot: Codable, Sendable {
    var name: String
    var x: Int
    var y: Int
  }

  static let plant = Event<Spot>("plant")
  /// What has changed last.
  var note = ""

  var html: HTML {
    """
    <form \(Self.plant)><label>Plant <input name="name" maxlength="20" required></label>\
    <label>Across <input name="x" type="number" min="0" max="100" value="50" required></label>\
    <label>Down <input name="y" type="number" min="0" max="100" value="50" required></label>\
    <button class="primary">Plant</button></form><output class="note">\(note)</output>
    """
  }
}
