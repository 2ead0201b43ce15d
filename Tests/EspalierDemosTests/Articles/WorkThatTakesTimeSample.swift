import Espalier

/// The samples of the article on work that takes time.
enum WorkThatTakesTimeArticle {
  struct Post: Content, Identifiable {
    let id: Int
    var html: HTML { "Post \(id)" }
  }

  /// Posts in pages of two. There is no third page.
  struct PostService: Sendable {
    struct Ended: Error {}

    func page(after id: Post.ID?) async throws -> [Post] {
      let first = (id ?? 0) + 1
      guard first < 4 else { throw Ended() }
      return [Post(id: first), Post(id: first + 1)]
    }
  }

  struct More: Content {
    static let pressed = Event<NoData>("pressed")
    var state: FeedState
    var html: HTML { "<p>\(state.text)</p><button \(Self.pressed)>More</button>" }
  }

  enum FeedState: Codable, Hashable, Sendable {
    case loading, shown
    case failed(String)

    var text: String {
      switch self {
      case .loading: "Loading"
      case .shown: ""
      case .failed(let reason): reason
      }
    }
  }

  final class Feed: ContainerModel {
    private let posts: PostService
    private var last: Post.ID?

    @NodeState private var state = FeedState.shown

    init(_ posts: PostService) {
      self.posts = posts
      super.init()
    }

    override func willRender() { footer = CellModel(More(state: state)) }

    private func show(_ page: [Post]) {
      state = .shown
      add(page)
    }

    override func didLoad() {
      on(More.pressed) { feed in feed.load() }
      load()
    }

    private func load() {
      state = .loading
      task { [posts, last] in
        try await posts.page(after: last)
      } then: { feed, page in
        feed.last = page.last?.id
        feed.show(page)
      } failed: { feed, error in
        feed.state = .failed("\(error)")
      }
    }
  }

  actor Ticks {
    private var count = 0

    func next() -> Int {
      count += 1
      return count
    }
  }

  final class Time: ContainerModel {
    @NodeState private var time = 0
    private let clock = Ticks()

    override func didLoad() {
      task { [clock] in
        await clock.next()
      } then: { feed, time in
        feed.time = time
      }
    }

    override func willRender() { footer = CellModel(Label("\(time)")) }
  }
}
