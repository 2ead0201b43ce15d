extension TreeNode where Self: Node {
  /// Calls a handler when the animations of the changes that the page has so far have ended, or after the limit.
  func awaitAnimations(in tree: Tree, within limit: Duration, _ handler: @escaping (Self) -> Void) {
    let animations = tree.feature(AwaitedAnimations.self)
    let timer = listen(
      to: AsyncStream {
        try? await Task.sleep(for: limit)
        return ()
      }
    ) { [name = animations.next] node, _ in node.tree?.feature(AwaitedAnimations.self).end(name) }
    let name = animations.add(for: self) { [weak self, weak tree] in
      timer.cancel()
      if let self, self.tree === tree { handler(self) }
    }
    request { _ in .report(name) }
  }
}

/// The handlers that wait until animations have ended.
private final class AwaitedAnimations: TreeFeature {
  private struct Handler {
    weak var node: Node?
    let run: () -> Void
  }

  private var waiting: [String: Handler] = [:]
  private var count = 0

  /// The name of the next handler. Viewers do not know it before they are asked to report.
  private(set) var next = AwaitedAnimations.name(0)

  private static func name(_ number: Int) -> String { "\(number)-\(UInt64.random(in: .min ... .max))" }

  /// Adds a handler, and forgets those of nodes that have left.
  func add(for node: Node, _ run: @escaping () -> Void) -> String {
    defer {
      count += 1
      next = Self.name(count)
    }
    waiting = waiting.filter { $0.value.node?.isInPage == true }
    waiting[next] = Handler(node: node, run: run)
    return next
  }

  /// Calls a handler, unless somebody has reported before.
  func end(_ name: String) { waiting.removeValue(forKey: name)?.run() }
}

extension WireName {
  /// The label of the event by which a window reports that its animations have ended. No event of a page should begin with
  /// this character.
  static let animationEnd = "~report"
}

extension Tree {
  /// Handles the report of a window that its animations have ended. Another window may have reported before.
  func receive(animationEnd data: JSON, fromForm: Bool, traced: Bool) throws(DeliveryError) -> Delivery {
    let event = Event<String>(WireName.animationEnd)
    let name: String
    do {
      name = try data.decode(String.self, fromForm: fromForm)
    } catch {
      throw .payload(error)
    }
    let delivery = Delivery(event: event.name, from: root, isTraced: traced)
    answering(delivery) { feature(AwaitedAnimations.self).end(name) }
    delivery.isHandled = true
    return delivery
  }
}
