import Espalier

/// The uses of the plugin in the article on plugins.
enum ReadMarksUse {
  struct Article: Content, Identifiable {
    let id: String
    var html: HTML { "<b>\(id)</b>" }
  }

  static func answer(_ list: ContainerModel) {
    list.on(ReadMarks.markUnread, insteadOf: ReadMarks.self) { list, _ in list.showNotice("Somebody has read this.") }
  }

  static func fill(_ list: ContainerModel, _ articles: [Article]) {
    list.set {
      ListSection("news") { articles }.plugin(Selection(.single)).plugin(ReadMarks())
    }
  }
}
