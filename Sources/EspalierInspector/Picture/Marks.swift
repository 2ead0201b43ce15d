import EspalierHTTP
import EspalierServer
import Espalier

/// The marks that a moment left on the nodes of a tree, and their order: the event's path up, the value's path down,
/// the receivers of a notification, the rendered cells.
struct Marks {
  /// What happened at one node.
  struct Mark: Hashable, Sendable, Codable {
    /// One line of text on the node's card.
    struct Note: Hashable, Sendable, Codable {
      /// The note's style: `event`, `data`, `notification` or `render`.
      let kind: String
      let text: String
      /// The note's place in the order; the first step is 1.
      let step: Int
    }
    var notes: [Note] = []
    /// The steps at which an event went up from here and at which data came down to here.
    var up: Int?
    var down: Int?
  }

  /// The last step. Later steps are shown together with it.
  static let lastStep = 16
  /// The address for what happened at the site. No node has it.
  static let site = "/"

  private var marks: [String: Mark] = [:]
  private var step = 0
  /// The step for all rendered cells, which are shown at once.
  private var renderStep: Int?

  init(_ moment: Moment?) {
    for step in moment?.trace.steps ?? [] { take(step) }
  }

  /// The mark of a node.
  subscript(_ address: String) -> Mark { marks[address] ?? Mark() }

  /// Returns one mark for the nodes below a container that are not drawn. Equal notes are counted.
  func hidden(in container: NodeFacts, drawn: some Sequence<String>) -> Mark {
    let prefix = container.address.isEmpty ? "" : container.address + "/"
    let drawn = Set(drawn)
    var (all, counts) = (Mark(), [Mark.Note: Int]())
    for (address, mark) in marks where address.hasPrefix(prefix) && address != Self.site && address != container.address
    {
      guard !drawn.contains(String(address.dropFirst(prefix.count).prefix { $0 != "/" })) else { continue }
      for note in mark.notes { counts[note, default: 0] += 1 }
      all.up = all.up ?? mark.up
      all.down = all.down ?? mark.down
    }
    all.notes = counts.map { note, count in
      count == 1 ? note : Mark.Note(kind: note.kind, text: "\(count) times \(note.text)", step: note.step)
    }.sorted { ($0.step, $0.text) < ($1.step, $1.text) }
    return all
  }

  private mutating func take(_ step: Trace.Step) {
    switch step {
    case .sent(let event, let sender): note("event", "sent \(event)", at: sender, goesUp: true)
    case .asked(let node, let event, let handled):
      note("event", handled ? "answered \(event)" : "passed \(event) on", at: node, goesUp: true)
    case .ran(let event, let node, let handled):
      note("event", handled ? "ran \(event)" : "found no container for \(event)", at: node)
    case .reachedSite(let event, let handled):
      note("event", handled ? "answered \(event)" : "heard \(event)", at: Self.site)
    case .shared(let share): take(share, from: share.by)
    case .siteShared(let share): take(share, from: Self.site)
    case .notified(let notification): take(notification)
    case .rendered(let node, let reason): rendered(node, reason)
    }
  }

  private mutating func note(_ kind: String, _ text: String, at address: String, goesUp: Bool = false) {
    step = min(step + 1, Self.lastStep)
    marks[address, default: Mark()].notes.append(.init(kind: kind, text: text, step: step))
    if goesUp { marks[address]?.up = step }
  }

  private mutating func take(_ share: Trace.Share, from sharer: String) {
    let value = share.value.cut(to: 80)
    note("data", "shared \(share.name) = \(value)", at: sharer)
    step = min(step + 1, Self.lastStep)
    for subscriber in share.to {
      marks[subscriber, default: Mark()].notes.append(
        .init(kind: "data", text: "heard \(share.name) = \(value)", step: step))
      var address: String? = subscriber
      while let here = address, here != sharer {
        marks[here, default: Mark()].down = step
        address = here.isEmpty ? nil : here.lastIndex(of: "/").map { String(here[..<$0]) } ?? ""
      }
    }
  }

  /// A notification has no path through the tree, so all nodes that were called light up together.
  private mutating func take(_ notification: Trace.Notification) {
    let poster = notification.scope == nil ? Self.site : notification.by
    note("notification", "posted \(notification.type) to \(notification.scope?.words ?? "all pages")", at: poster)
    step = min(step + 1, Self.lastStep)
    for node in notification.to {
      marks[node, default: Mark()].notes.append(
        .init(kind: "notification", text: "heard \(notification.type)", step: step))
    }
  }

  private mutating func rendered(_ address: String, _ reason: Trace.RenderReason) {
    let step = renderStep ?? min(step + 1, Self.lastStep)
    renderStep = step
    marks[address, default: Mark()].notes.append(
      .init(kind: "render", text: "rendered: \(reason.rawValue)", step: step))
  }
}

extension NotificationScope {
  /// The receivers, in words.
  fileprivate var words: String {
    switch self {
    case .global: "all nodes of the page"
    case .reusable: "the nearest reusable container and its nodes"
    case .children: "all nodes below"
    case .childrenAndSelf: "itself and all nodes below"
    case .parents: "the containers above"
    case .manually: "its added listeners"
    }
  }
}
