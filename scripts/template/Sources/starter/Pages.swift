import EspalierServer

/// The site. The program serves it, and the tests open its pages.
enum Pages {
  static func site(isDevelopment: Bool = false) -> Site {
    Site(isDevelopment: isDevelopment, styles: ["/site.css"]) {
      Page("/", title: "To do") { ToDoList() }
    }
  }
}
