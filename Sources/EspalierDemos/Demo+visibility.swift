import EspalierServer

extension Demo {
  /// What viewers have in view, and where they are led.
  static let visibility = [
    Demo(
      path: "/category", title: "Two linked lists",
      summary: "A title leads to its section; the section that is scrolled to marks its title.",
      rule: "Two lists that do not know each other: one value above both, and a row that is asked to be seen.",
      group: .visibility, folder: "Category", scope: .tab
    ) { CategoryList() },
    Demo(
      path: "/working-range", title: "Working range",
      summary: "Twenty pictures. Each is loaded when it is two screens away, and is here when you are.",
      rule: "A row is told that it comes near; what it does about that is its own affair.", group: .visibility,
      folder: "WorkingRange", scope: .browser
    ) { WorkingRange() },
    Demo(
      path: "/display", title: "Display log",
      summary: "Six sections of four cells, and what came into view and went out of it.",
      rule: "What many rows have to say of one scroll is one post, one flush and one version.", group: .visibility,
      folder: "Display", scope: .browser
    ) { DisplayList() },
  ]
}
