import Espalier

/// The buttons above the cabinet.
struct CabinetBar: Content {
  static let all = Event<Bool>("all")
  static let grid = Event<Bool>("grid")
  var isGrid = false
  var html: HTML {
    """
    <div class="cabinet-bar"><button \(Self.all, sends: true)>Open all</button>\
    <button \(Self.all, sends: false)>Close all</button>\
    <button \(Self.grid, sends: !isGrid) aria-pressed="\(isGrid)">Two columns</button></div>
    """
  }
}

/// A drawer, or a box in a drawer. Its packets are the rows below.
struct Drawer: Content, Identifiable {
  let id: String
  var name = ""
  var packets: [Packet] = []
  var boxes: [Drawer] = []
  var traits: RowTraits { RowTraits(canFold: true) }
  var html: HTML {
    """
    <strong>\(name)</strong> <span class="note">\(packets.count) packets\(boxes.isEmpty ? "" : ", 1 box")</span>
    """
  }

  private init(_ id: String, _ name: String, _ packets: [String], boxes: [Drawer] = []) {
    (self.id, self.name, self.boxes) = (id, name, boxes)
    self.packets = packets.map { Packet(id: $0) }
  }

  static let all = [
    Drawer("roots", "Roots", ["Carrot", "Beetroot"]),
    Drawer("leaves", "Leaves", ["Spinach", "Rocket"]),
    Drawer(
      "beans", "Beans and peas", ["Runner bean", "Sugar pea"],
      boxes: [Drawer("saved", "Saved from last year", ["Broad bean", "Field pea"])]),
    Drawer("herbs", "Herbs", ["Dill", "Coriander"]),
    Drawer("flowers", "Flowers", ["Marigold", "Nasturtium"]),
    Drawer("trees", "Trees", ["Apple pips", "Hazelnut"]),
  ]

  static func name(of id: String) -> String {
    (all + all.flatMap(\.boxes)).first { $0.id == id }?.name ?? ""
  }
}

/// A packet of seeds.
struct Packet: Content, Identifiable {
  let id: String
  var html: HTML { "<span>\(id)</span>" }
}

/// What has happened last, below the cabinet.
struct CabinetNews: Content {
  var text = "All drawers are closed."
  var html: HTML { "<output>\(text)</output>" }
}
