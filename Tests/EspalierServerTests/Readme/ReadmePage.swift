// swift-format-ignore-file
// The README's page, word for word. `ReadmeTests` compares the two.

import Espalier
import EspalierServer

struct Post { let id: String, user: String, comments: [String] }

struct User: Content {                                   // a cell: a value, and how it looks
  var name: String
  var html: HTML { "<h2>\(name)</h2>" }
}
struct Comment: Content {
  var text: String
  var html: HTML { "<p>\(text)</p>" }
}
struct Photo: Content {
  var text = "", tone = "teal"
  var html: HTML { "<figure class=\"photo \(tone)\"><figcaption>\(text)</figcaption></figure>" }
}
final class PhotoModel: CellModel<Photo> {               // a cell's node: what it listens to
  static let shown = SharedData<Photo>("shown")
  override func didLoad() { subscribe(to: Self.shown) { $0.content = $1 } }
}
struct Actions: Content {
  static let like = Event<String>("like")
  var html: HTML { "<button \(Self.like, sends: "Like")>Like</button>" }
}
final class PostModel: ContainerModel {                  // the mediator of its cells
  init(_ post: Post) {
    super.init(id: post.id)
    add(User(name: post.user)); add(PhotoModel(Photo())); add(Actions()); add(post.comments.map(Comment.init))
  }
  override func didLoad() {
    on(Actions.like) { $0.share(Photo(text: $1, tone: "crimson"), to: PhotoModel.shown) }
  }
}
final class PostList: ContainerModel {
  override func didLoad() {
    add(["A", "B"].map { PostModel(Post(id: $0, user: "User \($0)", comments: ["First", "Second"])) })
  }
}

private func serve() async throws {
let site = Site { Page("/posts", title: "Posts") { PostList() } }
await site.run(port: 8080)
}
