import EspalierHTTP
import EspalierServer
import Espalier

/// One thing that happened to an instance, from its cause to the patch.
struct Moment: Hashable, Sendable {
  /// Counts what the picture was told.
  let number: Int
  /// The new version; nil where viewers see no change.
  let version: String?
  let cause: Cause
  let trace: Trace
  /// How many operations of each kind the change set has, those first that came first.
  let operations: [Tally]
  /// How many bytes the patch has in each dialect.
  let bytes: [Tally]
  /// How long it took to find and render what changed.
  let took: Duration
  let time: Timestamp

  /// A number under a name.
  struct Tally: Hashable, Sendable, Codable {
    let name: String
    var count: Int
  }
}

extension Moment {
  /// What happened, in a few words, as one who looks for it would say.
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
    case .work: "work"
    case .signal: "a signal"
    case .site: "the site"
    }
  }

  /// Who began it.
  var origin: String {
    for step in trace.steps {
      if case .sent(_, let sender) = step { return sender.isEmpty ? "from the root" : "from \(sender)" }
      if case .ran(_, let sender, _) = step { return "a command of \(sender)" }
    }
    return switch cause {
    case .event: "sent again"
    case .work(let node): node.isEmpty ? "work of the root" : "work of \(node)"
    case .signal: "by a signal"
    case .site: "by the site"
    }
  }
}

extension ChangeSet {
  /// How many operations there are of each kind.
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
