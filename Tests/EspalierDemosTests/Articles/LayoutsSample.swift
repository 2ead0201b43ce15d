import Espalier

/// The samples of the article on layouts.
enum LayoutsArticle {
  struct Day: Content, Identifiable {
    let id: Int
    var html: HTML { "\(id)" }
  }

  static func arrange(_ list: ContainerModel, _ days: [Day]) {
    list.layout = .waterfall(columns: 2).margins(left: 15, right: 15).intervals(10)
    list.set { ListSection("month", layout: .inherited.margins(bottom: 20, left: 100)) { days } }
  }

  struct Photo: Content, Identifiable {
    let id: Int
    var placement: Layout.Placement { .init(width: .fixed(80), height: .fixed(80)) }
    var html: HTML { "<img src=\"/photos/\(id).webp\" alt=\"\">" }
  }

  static func separate(_ list: ContainerModel, _ tea: Photo, _ milk: Photo) {
    list.add([tea, milk], separator: .bottom)
    list.layout = .list.separated(by: .between.drawn(thickness: 1, color: "hairline"))
  }
}
