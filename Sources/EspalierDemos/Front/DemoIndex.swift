import Espalier

/// The title of a part of the index.
struct GoalTitle: Content {
  var title: String
  var html: HTML { "<h3>\(title)</h3>" }
}

/// One demo in the index. The script of the front page finds it by its words.
struct Entry: Content, Identifiable {
  var title: String
  var summary: String
  var words: String
  var href: String
  var id: String { href }

  var html: HTML {
    """
    <a href="\(href)" data-words="\("\(summary) \(words)".lowercased())"><strong>\(title)</strong>\
    <span class="place" aria-hidden="true">\(href)</span></a>
    """
  }
}

/// All demos, by what somebody wants to build.
final class DemoIndex: ContainerModel {
  override func didLoad() {
    set {
      for goal in Demo.Goal.allCases {
        ListSection(goal.rawValue, header: GoalTitle(title: goal.title)) { goal.demos.map(\.entry) }
      }
    }
  }
}
