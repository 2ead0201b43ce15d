import Espalier
import EspalierServer

extension Demo {
  /// The values that the page template needs besides the list.
  func values(_ origin: String, _ code: [SourceFolder.File]) -> JSONObject {
    JSONObject([
      ("origin", .string(origin)), ("name", .string(title)),
      ("style", style.map { .string("/styles/\($0).css") } ?? .null),
      ("partStyle", partStyle.map { .string("/styles/\($0).css") } ?? .null),
      ("summary", .string(summary)), ("rule", .string(rule)), ("layout", .string(isWide ? "wide" : "demo")),
      ("sharing", .string(sharing ?? scope.sharing)), ("isShared", .bool(scope != .tab)),
      ("audience", .string(sharing == nil ? scope.audience : Page.Scope.shared.audience)), ("group", group),
      ("previous", link(to: -1)), ("next", link(to: 1)), ("source", source(code)),
    ])
  }

  /// The room of the front page that has the demo, or the page of the framework it is the counterpart for.
  private var group: JSON {
    let path = Demo.listed.first { $0.folder == folder }?.path ?? path
    if let goal = Goal.allCases.first(where: { $0.demos.contains { $0.path == path } }) {
      return ["title": .string(goal.title), "href": .string("/#\(goal.rawValue)")]
    }
    return Framework.of(path).map { ["title": .string("From \($0.title)"), "href": .string($0.path)] } ?? .null
  }

  /// The files of the demo. The one with the root is open.
  private func source(_ code: [SourceFolder.File]) -> JSON {
    let open = code.firstIndex { $0.text.contains("ContainerModel {") } ?? 0
    return .array(
      code.enumerated().map { index, file in
        ["name": .string(file.name), "code": .string(file.text), "isOpen": .bool(index == open)]
      })
  }

  /// A link to the demo before or after this one in the index; null at the ends.
  private func link(to offset: Int) -> JSON {
    let all = Demo.listed
    guard let index = all.firstIndex(where: { $0.folder == folder }), all.indices.contains(index + offset) else {
      return .null
    }
    let other = all[index + offset]
    return ["title": .string(other.title), "href": .string(other.path)]
  }
}

extension Page.Scope {
  /// The same in two words.
  fileprivate var audience: String {
    switch self {
    case .shared: "Everyone"
    case .browser: "Your browser"
    case .tab: "This tab"
    }
  }

  /// Who shares a list of this scope.
  fileprivate var sharing: String {
    switch self {
    case .shared: "Everybody who opens this page shares this list."
    case .browser: "All windows of your browser share this list. Other people have their own."
    case .tab: "Only this tab has this list."
    }
  }
}
