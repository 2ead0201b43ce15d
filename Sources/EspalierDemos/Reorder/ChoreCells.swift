import Espalier

/// The name of a day, and the number of its chores.
struct DayTitle: Content {
  var name: String
  var count: Int
  var html: HTML { "<h2>\(name)</h2><span class=\"note\">\(count) to do</span>" }
}

/// One chore.
struct Chore: Content, Identifiable {
  let id: String
  var html: HTML { "<span>\(id)</span>" }
}
