import Espalier
import EspalierHTTP
import EspalierInspector
import EspalierServer

/// The samples of the articles on the inspector.
enum InspectorArticles {
  struct Photo: Content {
    var text = ""
    var tone = "plain"
    var html: HTML { "<p class=\"\(tone)\">\(text)</p>" }
  }

  struct Actions: Content {
    static let (like, comment, share) = (Event<String>("like"), Event<String>("comment"), Event<String>("share"))

    var html: HTML {
      """
      <button \(Self.like, sends: "Like")>Like</button><button \(Self.comment, sends: "Comment")>Comment</button>\
      <button \(Self.share, sends: "Share")>Share</button>
      """
    }
  }

  final class PostModel: ContainerModel {
    static let shown = SharedData<Photo>("shown")
    static let pace = SharedData<Int>("pace")
    let actions = CellModel(Actions(), key: "actions")

    override func didLoad() {
      add(actions)
      on(Actions.like) { $0.share(Photo(text: $1, tone: "red"), to: Self.shown) }
      on(Actions.comment) { $0.share(Photo(text: $1, tone: "yellow"), to: Self.shown) }
      on(Actions.share) { $0.share(Photo(text: $1, tone: "blue"), to: Self.shown) }
    }
  }

  final class PostList: ContainerModel {
    override func didLoad() { add(PostModel(id: "B")) }
  }

  static func inspected() -> Site {
    let site = Site(tools: [.inspector()]) { Page("/posts", title: "Posts") { PostList() } }
    return site
  }

  static func faulty() -> Site {
    let inspector = SiteTool.inspector(faults: .addresses(["127.0.0.1"]))
    let site = Site(tools: [inspector]) { Page("/posts", title: "Posts") { PostList() } }
    return site
  }

  static func explain(_ actions: Node) {
    debugPrint(actions)
    // B/actions: Actions · sends like, comment, share
    // B: PostModel · answers like, comment, share · shares shown = {"text":"Like","tone":"red"}
    // the root: PostList
    // the site · shares pace = 1
  }
}
