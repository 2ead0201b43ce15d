import EspalierHTTP
import Espalier

/// The format in which a viewer gets changes.
enum Dialect: String, Sendable, CaseIterable {
  /// The browser's compact operations.
  case dom
  /// RFC 6902 against the JSON tree.
  case jsonPatch = "json-patch"
  /// Hotwire's Turbo Streams.
  case turbo
}

/// The dialects in which one page instance writes.
struct Dialects {
  let html: HTMLDialect
  /// The children of the root that have their own places in the page.
  let regions: [String]
  private let dom: DOMDialect
  private let turbo: TurboDialect

  init(html: HTMLDialect, regions: [String]) {
    self.html = html
    self.regions = regions
    dom = DOMDialect(html: html, regions: regions)
    turbo = TurboDialect(html: html, regions: regions)
  }

  func patch(_ changes: ChangeSet, in dialect: Dialect) -> [UInt8] {
    switch dialect {
    case .dom: dom.patch(changes)
    case .jsonPatch: JSONDialect.patch(changes).bytes
    case .turbo: turbo.patch(changes)
    }
  }

  /// The whole tree, as one patch that replaces everything a viewer has, with the page's title and language if they may have
  /// changed.
  func snapshot(
    _ root: NodeSnapshot, title: String? = nil, language: Language? = nil, in dialect: Dialect
  ) -> [UInt8] {
    switch dialect {
    case .dom: dom.snapshot(root, title: title, language: language)
    case .jsonPatch: JSONDialect.snapshot(root).bytes
    case .turbo: turbo.snapshot(root)
    }
  }
}
