import Espalier
import EspalierServer

/// The samples of the article on pages and their URLs.
enum PagesAndTheirURLsArticle {
  struct Variety: Sendable {
    enum Kind: String, Codable, Sendable { case flower, herb }

    let id: Int
    var name: String
    var kind: Kind
  }

  struct SeedsURL: SiteURL {
    static let path = "/seeds"
    var kind: Variety.Kind?
  }

  struct SeedURL: SiteURL {
    static let path = "/seeds/{id}"
    var id: Int
  }

  struct SeedLibrary: Sendable {
    let varieties = [
      Variety(id: 1, name: "Basil", kind: .herb), Variety(id: 2, name: "Poppy", kind: .flower),
    ]
  }

  struct KindChoice: Content {
    static let choose = Event<Choice>("choose")
    struct Choice: Codable, Hashable, Sendable { var kind: Variety.Kind }
    var html: HTML { "<button \(Self.choose, sends: Choice(kind: .herb))>Herbs</button>" }
  }

  final class SeedList: ContainerModel {
    init(_ url: SeedsURL, _ library: SeedLibrary) {
      super.init()
      header = CellModel(KindChoice())
      for variety in library.varieties where url.kind == nil || variety.kind == url.kind { add(Label(variety.name)) }
      on(KindChoice.choose) { $0.navigate(to: SeedsURL(kind: $1.kind)) }
    }
  }

  final class SeedPage: ContainerModel {
    init?(_ url: SeedURL, _ library: SeedLibrary) {
      guard let variety = library.varieties.first(where: { $0.id == url.id }) else { return nil }
      super.init()
      pageInfo = PageInfo(title: variety.name)
    }
  }

  static func site() -> Site {
    let library = SeedLibrary()
    let site = Site {
      Page(SeedsURL.self, title: "Seed library") { SeedList($0, library) }
      Page(SeedURL.self, title: "Variety", example: SeedURL(id: 1)) { SeedPage($0, library) }
    }
    return site
  }
}
