import Espalier

/// The cover of a room: a drawing, and what people want to build.
struct GoalCover: Content {
  var title: String
  var drawing: String
  var html: HTML {
    "<svg viewBox=\"0 0 320 200\" aria-hidden=\"true\"><use href=\"/cards.svg#\(drawing)\"></use></svg><h3>\(title)</h3>"
  }
}

/// The title of the demos that only a search shows.
struct MoreTitle: Content {
  var html: HTML { "<h3>More demos</h3>" }
}

/// One demo in the index. The script of the front page finds it by its words.
struct Entry: Content, Identifiable {
  var title: String
  var summary: String
  var words: String
  var href: String
  var id: String { href }

  var html: HTML {
    "<a href=\"\(href)\" data-words=\"\(words.lowercased())\"><strong>\(title)</strong><span>\(summary)</span></a>"
  }
}

/// The demos by what somebody wants to build. A search also finds those of the pages for other frameworks.
final class DemoIndex: ContainerModel {
  override func didLoad() {
    set {
      for goal in Goal.allCases {
        ListSection(goal.rawValue, header: GoalCover(title: goal.title, drawing: goal.cover)) {
          goal.demos.map(\.entry)
        }
      }
      ListSection("more", header: MoreTitle()) { Framework.demos.map(\.entry) }
    }
  }
}
