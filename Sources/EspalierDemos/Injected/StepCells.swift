import Espalier

/// A button that adds a millimetre of rain. Its command finds the rain gauge from the list's place in the tree.
struct StepButton: Content {
  var add = Command("add", to: ContainerModel.self) { list in
    if let gauge = list.service(RainGauge.self, isRequired: false) { gauge.value += 1 }
  }
  /// The rain of today in millimetres, said once for all beds.
  var value = 0
  var html: HTML {
    """
    <button class="primary" \(add)><span aria-hidden="true">+</span> 1 mm of rain</button>\
    <output class="aside">\(value) mm of rain in all beds</output>
    """
  }
}

/// A bed, and the rain of today.
struct StepRow: Content {
  let section: Int
  var value: Int
  var html: HTML { "<span>\(Self.beds[(section - 1) % Self.beds.count])</span><span>\(value) mm</span>" }

  private static let beds = [
    "Strawberries", "Lettuce", "Leeks", "Runner beans", "Peas", "Carrots", "Onions", "Courgettes", "Pumpkins",
    "Potatoes", "Chard", "Beetroot", "Celery", "Kale", "Asparagus", "Rhubarb", "Raspberries", "Currants", "Herbs",
    "Cut flowers",
  ]
}
