import Espalier

/// Three hundred pictures. Each sheet of six is loaded once, when the first of its pictures comes near.
final class Gallery: ContainerModel {
  private let top = CellModel(GalleryHead())
  private let places = Sheets.pictures.map { CellModel(GalleryPicture(id: $0)) }
  private var prefetching: Prefetching?

  private var screens: Int {
    get { top.content.screens }
    set {
      guard newValue != screens else { return }
      top.content.screens = newValue
      prefetch()
    }
  }

  private var loaded: Set<String> {
    get { prefetching?.loaded ?? [] }
    set {
      prefetching?.loaded = newValue
      for sheet in newValue { show(sheet, .here) }
    }
  }

  override func didLoad() {
    layout = .grid
    header = top
    add(places)
    prefetch()
    persist(\.screens, as: "screens")
    persist(\.loaded, as: "loaded")
    on(GalleryHead.choose) { $0.screens = $1 }
    on(GalleryPicture.load) { list, picture in
      list.top.content.asked = picture
      list.top.content.isAskedHere = false
      list.loaded.remove(Sheets.id(of: picture))
      list.prefetching?.load(Sheets.id(of: picture), in: list)
    }
    on(Prefetching.began) { $0.show($1, .waiting) }
    on(Prefetching.cancelled) { list, sheet in
      list.show(sheet, .empty)
      list.top.content.cancelled += 1
    }
  }

  /// Adds the plugin with another distance. What is loaded stays.
  private func prefetch() {
    let before = loaded
    if let prefetching { remove(prefetching) }
    let wait = waiting(.milliseconds(600))
    let next = Prefetching(screens: screens) { sheet in
      try await Sheets.load(sheet, wait: wait)
    } then: { [weak self] _, sheet, _ in
      self?.show(sheet, .here)
    }
    next.loaded = before
    prefetching = add(next)
  }

  private func show(_ sheet: String, _ state: GalleryPicture.State) {
    for picture in Sheets.pictures(of: sheet) {
      places[picture - 1].content.state = state
      if picture == top.content.asked { top.content.isAskedHere = state == .here }
    }
    top.content.pictures = loaded.count * Sheets.size
  }
}
