import EspalierLocks
import Synchronization

@testable import Espalier

/// Another kind of row, for mixed lists.
struct Fact: Content, Identifiable {
  let id: String
  var number = 0
  var html: HTML { "<i>\(number)</i>" }
}

/// A title: a cell without an identity.
struct Title: Content {
  var text: String
  var html: HTML { "<h2>\(text)</h2>" }
}

/// A row with a minimum height, which may be pinned.
struct Tall: Content, Identifiable {
  let id: String
  var height: Int?
  var isPinned = false
  var placement: Layout.Placement {
    Layout.Placement(height: height.map { .atLeast($0) } ?? .automatic, role: isPinned ? .pinned : .row)
  }
  var html: HTML { "<u>\(height ?? 0)</u>" }
}

/// A row with a command.
struct Task: Content, Identifiable {
  let id: Int
  var title = "Task"
  var press = Command.nop
  var html: HTML { "<p>\(title)</p><button \(press)>Do</button>" }
}

/// A log that closures of commands write to.
final class Log: Sendable {
  private let lines = Mutex<[String]>([])

  func add(_ line: String) { lines.withLock { $0.append(line) } }
  func take() -> [String] {
    lines.withLock { lines in
      defer { lines = [] }
      return lines
    }
  }
}

func rows(_ ids: [String]) -> [Row] { ids.map { Row(id: $0, text: $0) } }

/// A list in sections, each with its rows.
func sections(_ lists: KeyValuePairs<String, [String]>) -> [ListSection] {
  lists.map { id, ids in ListSection(id, header: Title(text: id)) { rows(ids) } }
}

extension Viewed {
  /// The operations of a change, in the form of `ChangeSet.summary`. Throws if viewers differ from a new page
  /// afterwards.
  mutating func summary(of change: () -> Void) throws -> [String] {
    change()
    return try check().summary
  }

  /// Sends the changes, and compares viewers with a new page.
  @discardableResult
  mutating func check() throws -> ChangeSet {
    let changes = try flush()
    if let fault = try fault() ?? faultInDOM() { throw DOMFailure(reason: "\(fault), after \(changes.summary)") }
    return changes
  }
}

/// Compares nodes by identity.
func === (left: [Node?], right: [Node?]) -> Bool {
  left.count == right.count && zip(left, right).allSatisfy { $0 === $1 }
}
