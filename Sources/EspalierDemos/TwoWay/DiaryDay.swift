import Espalier

/// A day of the diary, by its distance from today: what was done, or what is planned.
struct DiaryDay: Content, Identifiable {
  let id: Int

  var html: HTML {
    """
    <b>\(date)</b><span>\(work)</span>\
    <span class="note">\(id == 0 ? "today" : id < 0 ? "done" : "planned")</span>
    """
  }

  /// Today is the first of May.
  private var date: String {
    var day = (120 + id + 365) % 365
    for (name, length) in Self.months {
      if day < length { return "\(day + 1) \(name)" }
      day -= length
    }
    return ""
  }

  private var work: String {
    let kind = ((id % Self.works.count) + Self.works.count) % Self.works.count
    return Self.works[kind]
  }

  private static let months = [
    ("January", 31), ("February", 28), ("March", 31), ("April", 30), ("May", 31), ("June", 30), ("July", 31),
    ("August", 31), ("September", 30), ("October", 31), ("November", 30), ("December", 31),
  ]
  private static let works = [
    "Water the seedlings", "Turn the compost", "Prune the pears", "Sow lettuce", "Mend the fence", "Tie up the beans",
    "Weed the paths", "Oil the tools", "Feed the roses", "Count the bees", "Sweep the glass house",
  ]
}
