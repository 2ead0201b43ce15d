import Espalier

/// The samples of the article on growing lists.
enum GrowingListsArticle {
  struct Photo: Content, Identifiable {
    let id: Int
    var html: HTML { "Photo \(id)" }
  }

  struct PhotoPage: Sendable {
    var photos: [Photo]
    var first: Photo.ID? { photos.first?.id }
    var last: Photo.ID? { photos.last?.id }
    var isFirst: Bool { first == 1 }
    var isLast: Bool { last == 9 }
  }

  /// Nine photos, in pages of three.
  struct Library: Sendable {
    func page(after id: Photo.ID?) async throws -> PhotoPage {
      let first = (id ?? 0) + 1
      return PhotoPage(photos: (first..<first + 3).map { Photo(id: $0) })
    }

    func page(before id: Photo.ID?) async throws -> PhotoPage {
      let end = id ?? 10
      return PhotoPage(photos: (end - 3..<end).map { Photo(id: $0) })
    }
  }

  final class Photos: ContainerModel {
    private let library: Library
    private var last: Photo.ID?

    init(_ library: Library) {
      self.library = library
      super.init()
    }

    override func didLoad() {
      header = .refreshButton
      footer = .loadMore
      onLoad(.refresh) { [library] in
        try await library.page(after: nil)
      } then: { list, page in
        list.last = page.last
        list.set(rows: page.photos)
        return page.isLast ? .noMore : .more
      }
      onLoad(.more, from: \.last) { [library] last in
        try await library.page(after: last)
      } then: { list, page in
        list.last = page.last
        list.add(page.photos.map { CellModel($0) })
        return page.isLast ? .noMore : .more
      }
    }
  }

  final class Diary: ContainerModel {
    private let library = Library()
    private var first: Photo.ID? = 7
    private var photos = [7, 8, 9].map { Photo(id: $0) }

    override func didLoad() {
      set(rows: photos)
      header = .loadEarlier
      onLoad(.earlier, from: \.first) { [library] first in
        try await library.page(before: first)
      } then: { list, page in
        list.first = page.first
        list.photos.insert(contentsOf: page.photos, at: 0)
        list.set(rows: list.photos)
        return page.isFirst ? .noMore : .more
      }
      showTail()
    }

    private func showTail() {
      let tail = CellModel(Tail())
      tail.subscribe(to: Paging.state) { $0.content.paging = $1 }
      footer = tail
    }
  }

  struct Tail: Content {
    var paging = Paging()
    var html: HTML {
      let more = paging.more
      let grow = more.state == .ready ? "near" : ""
      return "<button \(Paging.loadMore, sends: more.round) data-grow=\"\(grow)\">More</button>"
    }
  }
}
