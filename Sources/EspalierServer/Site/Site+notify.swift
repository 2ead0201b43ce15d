import EspalierHTTP
import Espalier

extension Site {
  /// Calls every node of a type in every page that is open: each in its page's lane, where what it changes is pushed. A page
  /// that is made later does not hear of it.
  ///
  /// ```swift
  /// site.notify((any PriceListener).self) { $0.pricesChanged() }
  /// ```
  ///
  /// Comes back at once; two notifications come to each page in the order in which they were posted. See `Node.notify` for the
  /// order inside a page. Cost: one look at each node of each page.
  public func notify<Listener>(_ type: Listener.Type, _ call: @escaping @Sendable (Listener) -> Void) {
    for instance in core.instances.all {
      instance.submit { instance in instance.change { $0.notify(Listener.self, call) } }
    }
  }
}
