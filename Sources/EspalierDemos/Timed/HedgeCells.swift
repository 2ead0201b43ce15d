import Espalier

/// The button that lets the hedge grow, and how far it is.
struct HedgeBar: Content {
  static let grow = Event<NoData>("grow").once()
  static let stop = Event<NoData>("stop").once()

  var isGrowing = false
  var planted = 0
  var size = 24

  /// One button for both, so that it keeps the keyboard focus.
  var html: HTML {
    let label = isGrowing ? "Stop" : planted == size ? "Plant it anew" : "Let it grow"
    return """
      <p class="buttons"><button class="primary" \(isGrowing ? Self.stop : Self.grow)>\(label)</button> \
      <span class="note">\(planted) of \(size) shrubs</span></p><output class="aside">\(news)</output>
      """
  }

  /// Only the begin and the end are worth a word of a screen reader.
  private var news: String { isGrowing ? "The hedge grows." : planted == size ? "The hedge is full." : "" }
}

/// A shrub. Its place in the hedge follows from its number in the plan.
struct Shrub: Content, Identifiable {
  let id: Int

  /// The golden ratio spreads the numbers evenly.
  var place: Double { (Double(id) * 0.618034).truncatingRemainder(dividingBy: 1) }

  var html: HTML {
    """
    <span class="dot tone-\(id % 9)"></span><span>\(Self.names[id % Self.names.count])</span>\
    <span class="note">planted as number \(id + 1)</span>
    """
  }

  private static let names = ["Hornbeam", "Privet", "Hazel", "Dogwood", "Holly", "Hawthorn", "Spindle"]
}
