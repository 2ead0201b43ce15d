import Espalier

/// One press of a Post button.
struct Posting: Codable, Hashable {
  var number: Int
  var by: String
}

/// The view of a node: its name, and its position among the receivers of the last notification.
struct NodeFace: Content {
  static let post = Event<NoData>("post")
  static let listen = Event<Bool>("listen")
  static let posted = SharedData<Posting>("posted")

  let name: String
  /// The node to which this one can be added as a listener; nil for that node itself.
  let listensTo: String?
  var isReusable = false
  var listens = false
  var isPoster = false
  var order: Int?
  var heard = 0

  mutating func receive(_ order: Int) {
    self.order = order
    heard += 1
  }

  mutating func forget(for posting: Posting) {
    order = nil
    isPoster = posting.by == name
  }

  var html: HTML {
    """
    <div class="face\(isPoster ? " poster" : "")\(order == nil ? "" : " heard")"><h2>\(name)</h2>\(isReusable ? Self.reusable : nil)\
    <span class="order" title="Its position in the order">\(order.map { "\($0)" } ?? "")</span><span class="note">heard \(heard)</span>\(listener)\
    <button class="quiet" \(Self.post)>Post<span class="aside"> from \(name)</span></button></div>
    """
  }

  private static let reusable: HTML = "<span class=\"unit\">reusable</span>"

  private var listener: HTML? {
    listensTo.map { other in
      """
      <button class="listen" aria-pressed="\(listens)" \(Self.listen, sends: !listens)><span class="aside">\(name) </span>\
      listens to \(other)</button>
      """
    }
  }
}

/// The six scopes, and which one is chosen.
struct ScopeChoice: Content {
  static let choose = Event<NotificationScope>("choose")
  var scope = NotificationScope.global

  var html: HTML {
    """
    <div class="scopes" role="group" aria-label="Scope">\(NotificationScope.allCases.map(button))</div><p>\(scope.about)</p>
    """
  }

  private func button(_ scope: NotificationScope) -> HTML {
    "<button class=\"scope\" aria-pressed=\"\(scope == self.scope)\" \(Self.choose, sends: scope)>\(scope.title)</button>"
  }
}

/// The number of nodes that received the last notification.
struct PostResult: Content {
  var poster: String?
  var scope = NotificationScope.global
  var count = 0
  var total = 0

  var html: HTML { "<p role=\"status\">\(text)</p>" }

  private var text: HTML {
    guard let poster else { return "Press Post in a node to see which nodes receive the notification, in which order." }
    return "<b>\(poster)</b> posted <b>\(scope.title)</b>: \(count) of \(total) nodes received it."
  }
}

extension NotificationScope {
  fileprivate var title: String {
    switch self {
    case .global: "Global"
    case .reusable: "Reusable"
    case .children: "Children"
    case .childrenAndSelf: "Children and self"
    case .parents: "Parents"
    case .manually: "Manually"
    }
  }

  fileprivate var about: String {
    switch self {
    case .global: "Every node, from the root down."
    case .reusable:
      "The nearest reusable container, here F or G, and every node in it. From the root, which is outside both: every node."
    case .children: "The nodes below the poster."
    case .childrenAndSelf: "The poster, and the nodes below it."
    case .parents: "The containers above the poster, the nearest first."
    case .manually:
      "The nodes that were added to the poster as listeners, in that order. On this page, nodes can listen to I1."
    }
  }
}
