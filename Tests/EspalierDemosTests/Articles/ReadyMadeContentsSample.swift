import Espalier

/// The samples of the article on ready-made contents.
enum ReadyMadeContentsArticle {
  struct HerbRow: Content, Identifiable {
    let id: String
    init(_ id: String) { self.id = id }
    var html: HTML { "\(id)" }
  }

  static func section(_ herbs: [String]) -> ListSection {
    ListSection("herbs", header: Chips(["All", "Herbs"], pressed: ["All"])) {
      for herb in herbs { HerbRow(herb) }
    }
    .decorated(with: Divider(), at: .end, of: .allButLast)
    .decorated(with: Spacer(16), at: .end, of: .last)
  }

  static func arrange(_ slides: ContainerModel) {
    slides.layout = .strip.snapping(.center)
  }
}
