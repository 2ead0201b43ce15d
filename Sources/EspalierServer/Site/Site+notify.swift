import EspalierHTTP
import Espalier

extension Site {
  /// Calls every node of a type in every open page. Each call runs in its page's lane, and its changes are pushed. A
  /// page that is made later is not called.
  ///
  /// ```swift
  /// site.notify((any PriceListener).self) { $0.pricesChanged() }
  /// ```
  ///
  /// Returns at once. Two notifications reach each page in the order in which they were posted. See `Node.notify` for
  /// the order inside a page. Cost: one look at each node of each page.
  public func notify<Listener>(_ type: Listener.Type, _ call: @escaping @Sendable (Listener) -> Void) {
    for instance in core.instances.all {
      instance.submit { instance in instance.change { $0.notify(Listener.self, call) } }
    }
  }
}
