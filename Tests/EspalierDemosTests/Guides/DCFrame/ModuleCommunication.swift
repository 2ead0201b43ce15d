import Espalier

/// The example "Module Communication" from DCFrame's guide.
enum ModuleCommunication {
  struct Photo: Content {
    static let data = SharedData<Photo>("data")
    var text = "", color = "plain"
    var html: HTML { "<figure class=\"\(color)\"><figcaption>\(text)</figcaption></figure>" }
  }

  final class PhotoModel: CellModel<Photo> {
    override func didLoad() { subscribe(to: Photo.data) { $0.content = $1 } }
  }

  struct Interactive: Content {
    static let like = Event<String>("like"), comment = Event<String>("comment"), share = Event<String>("share")
    var html: HTML {
      """
      <button \(Self.like, sends: "Like")>Like</button><button \(Self.comment, sends: "Comment")>Comment</button>\
      <button \(Self.share, sends: "Share")>Share</button>
      """
    }
  }

  final class PostItemModel: ContainerModel {
    init(user: String) {
      super.init(id: user)
      add(Cell(user, named: "User") { "<h2>\($0)</h2>" })
      add(PhotoModel(Photo()))
      add(Interactive())
    }

    override func didLoad() {
      on(Interactive.like) { $0.share(Photo(text: $1, color: "red"), to: Photo.data) }
      on(Interactive.comment) { $0.share(Photo(text: $1, color: "yellow"), to: Photo.data) }
      on(Interactive.share) { $0.share(Photo(text: $1, color: "blue"), to: Photo.data) }
    }
  }

  final class PostListModel: ContainerModel {
    override func didLoad() { add(["A", "B"].map(PostItemModel.init)) }
  }
}
