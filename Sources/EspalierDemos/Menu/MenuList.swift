import Espalier

/// The title of a group in the table of contents, and a line about it.
struct GroupTitle: Content {
  var title: String
  var about: String
  var html: HTML { "<h2>\(title)</h2><p>\(about)</p>" }
}

/// One demo in the table of contents: its title, its summary and the rule that it demonstrates.
struct Entry: Content, Identifiable {
  var title: String
  var summary: String
  var rule: String
  var href: String
  var id: String { href }

  var html: HTML {
    """
    <a href="\(href)"><span class="line"><strong>\(title)</strong><span class="place" aria-hidden="true">\(href)</span>\
    </span><span class="summary">\(summary)</span><span class="rule">\(rule)</span></a>
    """
  }
}

/// The table of contents: a list that is set as a value, with a section for each group. The search filters it.
final class MenuList: SearchModel {
  init() { super.init("Search the demos", noun: "demos") }

  override func results(for query: String) -> Results {
    let groups = Demo.Group.allCases.map { group in
      (group, group.demos.map(\.entry).filter { "\($0.title) \($0.summary) \($0.rule)".matches(query) })
    }
    let sections = groups.filter { !$1.isEmpty }.map { group, entries in
      ListSection(group.rawValue, header: GroupTitle(title: group.title, about: group.about)) { entries }
    }
    return (groups.reduce(0) { $0 + $1.1.count }, sections.map { ListElement($0) })
  }
}
