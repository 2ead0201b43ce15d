import EspalierHTTP
import EspalierServer
import Espalier

/// One update of an instance, from its cause to the patch.
struct Moment: Hashable, Sendable {
  /// The moment's number; the first that a picture shows is 1.
  let number: Int
  /// The new version; nil if viewers see no change.
  let version: String?
  let cause: Cause
  let trace: Trace
  /// The number of operations of each kind, in the order of their first occurrence.
  let operations: [Tally]
  /// The size of the patch in each dialect, in bytes.
  let bytes: [Tally]
  /// The time that it took to find and render the changes.
  let took: Duration
  let time: Timestamp

  /// A number with a name.
  struct Tally: Hashable, Sendable, Codable {
    let name: String
    var count: Int
  }
}

extension Moment {
  /// A short name for what happened: the event, the shared value or the notification, else the cause.
  var title: String {
    for step in trace.steps {
      switch step {
      case .sent(let event, _), .ran(let event, _, _): return event
      case .shared(let share), .siteShared(let share): return share.name
      case .notified(let notification): return notification.type
      case .asked, .reachedSite, .rendered: continue
      }
    }
    return switch cause {
    case .event: "an event"
    case .work: "a task"
    case .signal: "a signal"
    case .site: "the site"
    }
  }

  /// The source of the moment, in words.
  var origin: String {
    for step in trace.steps {
      if case .sent(_, let sender) = step { return sender.isEmpty ? "from the root" : "from \(sender)" }
      if case .ran(_, let sender, _) = step { return "a command of \(sender)" }
    }
    return switch cause {
    case .event: "sent again"
    case .work(let node): node.isEmpty ? "task of the root" : "task of \(node)"
    case .signal: "by a signal"
    case .site: "by the site"
    }
  }
}

extension ChangeSet {
  /// The number of operations of each kind.
  var tallies: [Moment.Tally] {
    var tallies: [Moment.Tally] = []
    for operation in operations {
      if let index = tallies.firstIndex(where: { $0.name == operation.kind }) {
        tallies[index].count += 1
      } else {
        tallies.append(.init(name: operation.kind, count: 1))
      }
    }
    return tallies
  }
}

extension ChangeSet.Operation {
  fileprivate var kind: String {
    switch self {
    case .insert: "insert"
    case .remove: "remove"
    case .move: "move"
    case .relocate: "relocate"
    case .update: "update"
    case .relayout: "relayout"
    case .replace: "replace"
    }
  }
}
