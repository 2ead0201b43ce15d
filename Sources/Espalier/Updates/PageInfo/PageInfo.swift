/// What a page says about itself, besides its list.
public struct PageInfo: Hashable, Sendable {
  /// Whether there is anything at the page's URL.
  public enum Status: Sendable {
    /// There is (HTTP status 200).
    case found
    /// There is nothing, for example because it was deleted (404).
    case notFound
    /// There was something, and there will be nothing again (410).
    case gone
  }

  /// The title; while it is empty, the page has the title with which it was declared.
  public var title = ""
  /// The status that the page has for clients that load it. Viewers who have it open notice nothing.
  public var status = Status.found

  /// A page with the title with which it was declared.
  public init(title: String = "", status: Status = .found) {
    self.title = title
    self.status = status
  }
}

extension Node {
  /// What the page of this node says about itself. Set it in the page's root at any time, and in other nodes from
  /// `didLoad` on. Viewers see a new title at once.
  ///
  /// ```swift
  /// init(_ card: Card) {
  ///   super.init()
  ///   pageInfo.title = card.title
  /// }
  /// ```
  public final var pageInfo: PageInfo {
    get { root.existing(PageInfoFeature.self)?.info ?? PageInfo() }
    set {
      let feature = root.feature(PageInfoFeature.self)
      guard newValue != feature.info else { return }
      feature.info = newValue
      root.tree?.hasNewInfo = true
    }
  }
}

extension Tree {
  /// What the root says about its page.
  package var info: PageInfo { root.pageInfo }

  /// The title that the root has set at any time; nil if it has set none.
  package var ownTitle: String? {
    root.existing(PageInfoFeature.self).map { $0.info.title.isEmpty ? declaredTitle : $0.info.title }
  }

  /// The title for viewers if it has changed since the last call.
  func takeNewTitle() -> String? {
    guard hasNewInfo else { return nil }
    hasNewInfo = false
    let feature = root.feature(PageInfoFeature.self)
    guard let title = ownTitle, title != feature.shownTitle ?? declaredTitle else { return nil }
    feature.shownTitle = title
    return title
  }
}

private final class PageInfoFeature: NodeFeature {
  var info = PageInfo()
  /// The last title that viewers got.
  var shownTitle: String?
}
