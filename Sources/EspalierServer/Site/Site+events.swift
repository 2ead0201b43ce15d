import EspalierHTTP
import EspalierLocks
public import Espalier

extension Site {
  /// Handles an event of any page, after all containers of that page, unless one of them stopped it.
  ///
  /// The handler runs in the lane of the page that the event came from, so handlers of two pages may run at the same
  /// time.
  @discardableResult
  public func on<Payload>(_ event: Event<Payload>, _ handler: @escaping @Sendable (Payload) -> Void) -> Self {
    core.handlers.withLock { handlers in
      handlers[event.name, default: []].append { sent in
        if let payload = sent.payload(of: event) { handler(payload) }
      }
    }
    return self
  }

}
