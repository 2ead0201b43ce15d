import EspalierServer

extension Demo {
  /// Rows that come into view, and rows that the server scrolls to.
  static let visibility = [
    Demo(
      path: "/category", title: "Two linked lists",
      summary: "Press a title to scroll to its section. Scroll the sections: the list marks the current title.",
      rule: "The two lists don’t know each other. Their container shares a value with both, and scrolls to rows.",
      group: .visibility, folder: "Category", scope: .tab
    ) { CategoryList() },
    Demo(
      path: "/working-range", title: "Working range",
      summary: "Twenty pictures. Scroll down: each picture loads when it is two screens away.",
      rule: "A row learns that it comes near, and decides what to do.", group: .visibility,
      folder: "WorkingRange", scope: .browser
    ) { WorkingRange() },
    Demo(
      path: "/display", title: "Display log",
      summary: "Scroll the page: the log lists the sections and cells that appear and disappear.",
      rule: "The reports of many rows in one scroll are one request, one flush and one version.", group: .visibility,
      folder: "Display", scope: .browser
    ) { DisplayList() },
  ]
}
