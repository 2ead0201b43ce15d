import Espalier

/// What a day is called, and how much there is to do.
struct DayTitle: Content {
  var name: String
  var count: Int
  var html: HTML { "<h2>\(name)</h2><span class=\"note\">\(count) to do</span>" }
}

/// Something to do.
struct Chore: Content, Identifiable {
  let id: String
  var html: HTML { "<span>\(id)</span>" }
}
