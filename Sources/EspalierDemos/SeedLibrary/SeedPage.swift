import Espalier

/// The page of one variety: `/seeds/3`.
struct SeedURL: SiteURL {
  static let path = "/seeds/{id}"
  var id: Int
}

/// One variety. Its name is the title of the page, and a new name is the new title in every window.
final class SeedPage: ContainerModel {
  private let id: Int
  private let library: SeedLibrary

  /// Nil if the library has no variety with this number.
  init?(_ link: SeedURL, _ library: SeedLibrary) {
    guard library[link.id] != nil else { return nil }
    (id, self.library) = (link.id, library)
    super.init()
    show()
  }

  override func didLoad() {
    on(VarietyCard.take) { page, _ in page.library.take(page.id) }
    on(VarietyCard.give) { page, _ in page.library.change(page.id) { $0.packets = min(99, $0.packets + 1) } }
    on(VarietyCard.rename) { page, name in
      guard !name.allSatisfy(\.isWhitespace) else { return }
      page.library.change(page.id) { $0.name = name }
    }
    on(VarietyCard.remove) { page, _ in page.remove() }
    listen(to: library.varieties) { page, _ in page.show() }
  }

  private func show() {
    guard let variety = library[id] else {
      pageInfo = PageInfo(title: "No such seeds", status: .gone)
      set { RemovedVariety() }
      return
    }
    pageInfo = PageInfo(title: variety.name)
    set { VarietyCard(variety: variety) }
  }

  private func remove() {
    guard let variety = library[id] else { return }
    library.remove(id)
    showNotice("\(variety.name) removed")
    navigate(to: SeedsURL(kind: variety.kind))
  }
}
