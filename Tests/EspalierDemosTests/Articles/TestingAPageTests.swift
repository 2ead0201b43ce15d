import Espalier
import EspalierServer
import EspalierTesting
import Testing

/// The samples of the article on testing a page, which are tests themselves.
@Suite struct TestingAPageTests {
  private struct Photo: Content {
    var tone = "plain"
    var html: HTML { "<p class=\"\(tone)\">Hills</p>" }
  }

  private struct Actions: Content {
    static let like = Event<NoData>("like")
    var html: HTML { "<button \(Self.like)>Like</button>" }
  }

  private final class Post: ContainerModel {
    private let photo = CellModel(Photo(), key: "photo")

    override func didLoad() {
      add([photo, CellModel(Actions(), key: "actions")])
      on(Actions.like) { $0.photo.content.tone = "crimson" }
    }
  }

  private final class PostList: ContainerModel {
    override func didLoad() { add([Post(id: "A"), Post(id: "B")]) }
  }

  @Test func `a like colours its photo`() async throws {
    let site = Site { Page("/posts", title: "Posts") { PostList() } }
    let page = try await TestPage.open("/posts", over: InProcess(site))
    let receipt = try await page.send("like", from: "B/actions")
    #expect(try page.content(of: "B/photo", as: Photo.self).tone == "crimson")
    #expect(receipt.changed == ["B/photo"])
  }

  private struct PostRow: Content, Identifiable {
    let id: Int
    var html: HTML { "Post \(id)" }
  }

  private final class Feed: ContainerModel {
    override func didLoad() {
      task {
        [1, 2, 3]
      } then: { feed, ids in
        feed.set(rows: ids.map { PostRow(id: $0) })
      }
    }
  }

  @Test func `a post that is deleted is one removed row`() throws {
    let posts = ArraySource([PostRow(id: 1), PostRow(id: 2)])
    let list = ContainerModel()
    list.children.source = posts
    let tree = TestTree(list)
    posts.remove(id: 1)
    #expect(list.children.map(\.nodeKey) == ["2"])
    #expect(tree.announced(in: list) == [.removeRow(RowPath(row: 0))])
    #expect(tree.patch() == [["op": "remove", "path": "/children/0"]])
  }

  private struct CardRow: Content, Identifiable {
    let id: Int
    var title: String
    var html: HTML { "\(title)" }
  }

  private struct NewCard: Content {
    static let add = Event<String>("add")
    var html: HTML { "<form \(Self.add)><input name=\"data\"><button>Add</button></form>" }
  }

  private final class Board: ContainerModel {
    override func didLoad() {
      header = CellModel(NewCard())
      on(NewCard.add) { board, title in board.add(CardRow(id: board.children.count + 1, title: title)) }
    }
  }

  private let site = Site(log: .silent) {
    Page("/feed", title: "Feed") { Feed() }
    Page("/board", title: "Board") { Board() }
    Route(.post, "/login") { request in
      Response(.noContent, headers: ["Set-Cookie": "name=\(try request.form()["name"] ?? "")"])
    }
  }

  @Test func `the feed loads its first posts`() async throws {
    let page = try await TestPage.open("/feed", over: InProcess(site))
    try await page.settle()
    #expect(try page.contents(as: PostRow.self).count == 3)
  }

  @Test func `two people see one board`() async throws {
    let way = try InProcess(site)
    let (ann, bob) = (TestBrowser(over: way), TestBrowser(over: way))
    _ = try await ann.post("/login", form: ["name": "Ann"])  // a Route that sets a cookie
    let hers = try await ann.open("/board")
    let his = try await bob.open("/board")
    try await hers.send("add", from: "header", data: "Water the fig")
    try await his.settle()
    #expect(try his.contents(as: CardRow.self).map(\.title) == ["Water the fig"])
  }
}
