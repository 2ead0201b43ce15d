import Espalier

/// A plant in its group.
struct GroupedPlant: Content, Identifiable {
  let id: String
  var letter: String { String(id.prefix(1)) }
  var html: HTML { "\(id)" }
}

/// The buttons that order the groups.
struct GroupButtons: Content {
  static let shuffle = Event<NoData>("shuffle")
  static let sort = Event<NoData>("sort")
  var order = ""

  var html: HTML {
    """
    <p class="buttons"><button class="primary" \(Self.shuffle)>Shuffle</button> \
    <button class="quiet" \(Self.sort)>Sort</button> <output class="note">\(order)</output></p>
    """
  }
}
