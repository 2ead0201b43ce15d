import Espalier

/// A group's title in the table of contents.
struct GroupTitle: Content {
  var title: String
  var html: HTML { "<h2>\(title)</h2>" }
}

/// One demo in the table of contents: what it shows, and which rule it proves.
struct Entry: Content, Identifiable {
  var title: String
  var summary: String
  var rule: String
  var href: String
  var id: String { href }

  var html: HTML {
    """
    <a href="\(href)"><strong>\(title)</strong><span class="summary">\(summary)</span>\
    <span class="rule">\(rule)</span></a>
    """
  }
}

/// The table of contents: itself an Espalier list.
final class MenuList: ContainerModel {
  override func didLoad() {
    for group in Demo.Group.allCases {
      let container = ContainerModel(id: group.rawValue)
      container.add(GroupTitle(title: group.title))
      container.add(Demo.all.filter { $0.group == group }.map(\.entry))
      add(container)
    }
  }
}
