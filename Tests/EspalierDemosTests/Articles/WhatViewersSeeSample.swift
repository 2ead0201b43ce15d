import Espalier

/// The samples of the article on what viewers see.
enum WhatViewersSeeArticle {
  struct Picture: Content {
    var isLoaded = false
    var html: HTML { isLoaded ? "<img src=\"/1.webp\" alt=\"\">" : "" }
  }

  final class PictureModel: CellModel<Picture> {
    override func didLoad() { visibility = .within(screens: 2) }
    override func didAppear() { load() }
  }

  struct Title: Content {
    static let chosen = Event<Int>("chosen", in: 0...99)
    let index: Int
    var html: HTML { "<button \(Self.chosen, sends: index)>Section \(index)</button>" }
  }

  final class Section: ContainerModel {
    static let reached = Event<Int>("reached")
    private let index: Int

    init(_ index: Int) {
      self.index = index
      super.init(id: index)
      visibility = .atTop
    }

    override func didAppear() { send(Self.reached, index) }
  }

  struct Member: Hashable, Sendable {
    let name: String
  }

  final class Room: ContainerModel {
    static let here = SharedData<[Member]>("here")

    override func didLoad() {
      listen(toViewersAs: { $0.identity(Member.self) }) { room, members in room.share(members, to: Self.here) }
    }
  }

  /// Titles beside their sections.
  final class Display: ContainerModel {
    static let chosen = SharedData<Int>("chosen")
    private let titles = (0..<3).map { CellModel(Title(index: $0), key: "title\($0)") }
    private let sections = (0..<3).map { Section($0) }

    override func didLoad() {
      add(titles)
      add(sections)
      on(Title.chosen) { list, index in
        list.share(index, to: Self.chosen)
        list.sections[index].scrollIntoView(.start)
      }
      on(Section.reached) { list, index in
        list.share(index, to: Self.chosen)
        list.titles[index].scrollIntoView(.nearest)
      }
    }
  }
}

extension WhatViewersSeeArticle.PictureModel {
  fileprivate func load() { content.isLoaded = true }
}
