import Espalier

/// All seeds, or those of one kind: `/seeds?kind=herb`.
struct SeedsURL: SiteURL {
  static let path = "/seeds"
  var kind: Variety.Kind?
}

/// The list of seeds. The kind that it shows is in the URL, so that it can be shared, and back and forward work.
final class SeedList: ContainerModel {
  private let link: SeedsURL
  private let library: SeedLibrary
  @NodeState private var varieties: [Variety] = []
  /// Why the last variety was not added.
  @NodeState private var refusal: String?

  init(_ link: SeedsURL, _ library: SeedLibrary) {
    (self.link, self.library) = (link, library)
    super.init()
    if let kind = link.kind { pageInfo.title = "Seed library: \(kind.title)" }
  }

  override func didLoad() {
    on(KindChoice.choose) { $0.navigate(to: SeedsURL(kind: $1.kind)) }
    on(VarietyRow.take) { $0.library.take($1) }
    on(NewVariety.add) { list, new in list.add(new) }
    listen(to: library.varieties) { $0.varieties = $1 }
  }

  override func willRender() {
    let shown = varieties.filter { link.kind == nil || $0.kind == link.kind }
    set {
      ListSection("kinds") { KindChoice(kind: link.kind) }
      ListSection("seeds") {
        for variety in shown { VarietyRow(variety: variety) }
        if shown.isEmpty { EmptyShelf() }
      }
      ListSection("form") { NewVariety(refusal: refusal) }
    }
  }

  private func add(_ new: NewVariety.Form) {
    let name = new.name
    guard !name.allSatisfy(\.isWhitespace) else {
      refusal = "Write the name of the variety."
      return
    }
    guard let variety = library.add(name, new.kind) else {
      refusal = "The library is full: remove a variety first."
      return
    }
    refusal = nil
    showNotice("\(variety.name) added")
    navigate(to: SeedURL(id: variety.id))
  }
}
