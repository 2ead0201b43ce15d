import Testing

@testable import Espalier

/// The sample in the article on seeing a tree prints what the article says.
@Suite struct InspectorArticleTests {
  @Test func `the chain of a cell is as the article prints it`() throws {
    let list = InspectorArticles.PostList()
    let tree = Tree(list)
    defer { withExtendedLifetime(tree) {} }
    tree.share(1, to: InspectorArticles.PostModel.pace)
    _ = tree.flushAll()
    let post = try #require(list.children.first as? InspectorArticles.PostModel)
    post.actions.send(InspectorArticles.Actions.like, "Like")
    #expect(
      post.actions.debugDescription == """
        B/actions: Actions · sends like, comment, share
        B: PostModel · answers like, comment, share · shares shown = {"text":"Like","tone":"red"}
        the root: PostList
        the site · shares pace = 1

        B/actions: Actions · sends like, comment, share
        """)
  }
}
