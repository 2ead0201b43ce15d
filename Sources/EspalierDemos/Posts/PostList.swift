import Espalier

/// One post. Its buttons and its photo do not know each other: the post hears the event and shares the picture.
final class PostModel: ContainerModel {
  init(_ post: Post) {
    super.init(id: post.id)
    add(User(name: post.user))
    add(PhotoModel(Photo()))
    add(Actions())
    add(post.comments.map(Comment.init))
  }

  override func didLoad() {
    on(Actions.like) { $0.share(Photo(text: $1, tone: "red"), to: PhotoModel.shown) }
    on(Actions.comment) { $0.share(Photo(text: $1, tone: "yellow"), to: PhotoModel.shown) }
    on(Actions.share) { $0.share(Photo(text: $1, tone: "blue"), to: PhotoModel.shown) }
  }
}

/// All posts.
final class PostList: ContainerModel {
  override func didLoad() { set(rows: Post.samples) { PostModel($0) } }
}
