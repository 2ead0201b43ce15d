import Espalier

/// One press of a Call button.
struct Posting: Codable, Hashable {
  var number: Int
  var by: String
}

/// The view of a node, a place or a person: its name, and its position among the receivers of the last notification.
struct NodeFace: Content {
  static let post = Event<NoData>("post")
  static let listen = Event<Bool>("listen")
  static let posted = SharedData<Posting>("posted")

  let name: String
  /// The name of the node to which this one can be added as a listener; nil for that node itself.
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
    <span class="order" title="Its position in the order">\(order.map { "\($0)" } ?? "")</span><span class="note">\(heard == 0 ? "" : "heard \(heard)×")</span>\(listener)\
    <button class="quiet" \(Self.post)>Call<span class="aside"> from \(name)</span></button></div>
    """
  }

  private static let reusable: HTML = "<span class=\"unit\">team</span>"

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
    <div class="scopes" role="group" aria-label="Who hears it">\(NotificationScope.allCases.map(button))</div><p><output>\(scope.about)</output> <code>notify(_, .\(scope.rawValue))</code></p>
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
    guard let poster else { return "Choose who hears it, then press Call: receivers turn green and show their order." }
    return "<b>\(poster)</b> called <b>\(scope.title)</b>: \(count) of \(total) heard it."
  }
}

extension NotificationScope {
  fileprivate var title: String {
    switch self {
    case .global: "Everybody"
    case .reusable: "Own team"
    case .children: "All inside"
    case .childrenAndSelf: "Itself and all inside"
    case .parents: "All around it"
    case .manually: "Those who asked"
    }
  }

  fileprivate var about: String {
    switch self {
    case .global: "Every place and person, from the nursery down."
    case .reusable:
      """
      The caller’s team, here the greenhouse or the orchard, and everybody in it. The nursery is in no team: its call \
      reaches everybody.
      """
    case .children: "The places and people inside the caller."
    case .childrenAndSelf: "The caller, and the places and people inside it."
    case .parents: "The places around the caller, the nearest first."
    case .manually: "Those who asked the caller, in the order in which they asked. On this page you can ask Ada."
    }
  }
}
