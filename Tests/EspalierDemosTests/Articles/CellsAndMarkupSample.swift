import Espalier

/// The samples of the article on cells and markup.
enum CellsAndMarkupArticle {
  struct Link: Content {
    var title: String
    var link: String
    var tone = "plain"
    var html: HTML { "<a class=\"\(tone)\" href=\"\(link)\">\(title)</a>" }
  }

  struct Person: Codable, Hashable, Sendable { var name: String }

  /// A list of cells without a type.
  static func fill(_ list: ContainerModel, _ person: Person, _ names: [String]) {
    list.add(Cell(person) { "<strong>\($0.name)</strong>" })
    list.add(Cell(template: .file("Person"), data: person))
    list.set {
      for name in names { Cell(name, id: name, named: "Name") { "<b>\($0)</b>" } }
      if names.isEmpty { Cell(named: "Empty") { "<p>Nobody.</p>" } }
    }
  }

  struct Plot: Content {
    static let mark = Event<Int>("mark")
    var heights: [Int] = []
    var html: HTML {
      """
      <div data-module="/chart.js" data-heights="\(heights.map { "\($0)" }.joined(separator: " "))"></div>\
      <form \(Self.mark) hidden><input type="hidden" name="data" value="0"></form>
      """
    }
  }

  final class Links: ContainerModel {
    override func didLoad() {
      add(Link(title: "Tom & <Ann>", link: "/tea"))
      add(Link(title: "Bad", link: "javascript:alert(1)"))
    }
  }
}
