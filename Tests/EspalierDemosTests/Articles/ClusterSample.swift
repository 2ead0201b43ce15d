import Espalier
import EspalierCluster
import EspalierServer

/// The samples of the article on many machines.
enum ClusterArticle {
  final class PostList: ContainerModel {
    override func didLoad() { add(Label("A post")) }
  }

  static func site() -> Site {
    let site = Site(store: .cluster("postgresql://espalier@10.0.0.9/site", at: "10.0.0.1:7000")) {
      Page("/posts", title: "Posts") { PostList() }
    }
    return site
  }

  static func store() -> PageStore {
    let store = PageStore.cluster("postgresql://espalier@10.0.0.9/site", at: "10.0.0.1:7000", version: 7)
    return store
  }
}
