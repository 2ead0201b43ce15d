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
  /// The language; while it is nil, the page has the language that the site chooses for it. Viewers see the library's
  /// texts in the page in a new language at once, and those of the status line at the next load.
  public var language: Language?

  /// A page with the title with which it was declared.
  public init(title: String = "", status: Status = .found, language: Language? = nil) {
    self.title = title
    self.status = status
    self.language = language
  }
}

extension ContainerMarks {
  /// The container is a root and has said something new about its page.
  static let newInfo = number(4)
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
      guard let tree = root.tree else { return }
      tree.hasNewInfo = true
      tree.change { $0.ownLanguage = newValue.language }
    }
  }
}

extension Tree {
  /// What the root says about its page.
  var info: PageInfo { root.pageInfo }

  /// The title that the root has set at any time; nil if it has set none.
  var ownTitle: String? {
    root.existing(PageInfoFeature.self).map { $0.info.title.isEmpty ? declaration.title : $0.info.title }
  }

  /// Shows the page in another language, unless its root has chosen one.
  func use(_ language: Language) {
    change { $0.siteLanguage = language }
    if self.language != declaration.shownLanguage { hasNewInfo = true }
  }

  /// Changes the language, and renders every cell again if the page has another one then.
  fileprivate func change(_ change: (PageDeclaration) -> Void) {
    let old = language
    change(declaration)
    if language != old { root.setNeedsLanguage() }
  }

  /// Whether the root has said something new about its page.
  var hasNewInfo: Bool {
    get { root.marks.contains(.newInfo) }
    set { if newValue { root.marks.insert(.newInfo) } else { root.marks.remove(.newInfo) } }
  }

  /// Adds what the page says about itself to a change set, if viewers have not seen it.
  func takeNewInfo(into changes: inout ChangeSet) {
    guard hasNewInfo else { return }
    hasNewInfo = false
    changes.title = newTitle
    guard language != declaration.shownLanguage else { return }
    (changes.language, declaration.changedLanguage, declaration.shownLanguage) = (language, language, language)
  }

  private var newTitle: String? {
    let feature = root.feature(PageInfoFeature.self)
    guard let title = ownTitle, title != feature.shownTitle ?? declaration.title else { return nil }
    feature.shownTitle = title
    return title
  }
}

extension Node {
  /// Makes this node and all nodes below it from their state again, and renders the cells.
  fileprivate func setNeedsLanguage() {
    markState()
    guard let container = self as? ContainerModel else { return setNeedsRender() }
    for node in container.nodes { node.setNeedsLanguage() }
  }
}

private final class PageInfoFeature: NodeFeature {
  var info = PageInfo()
  /// The last title that viewers got.
  var shownTitle: String?
}
