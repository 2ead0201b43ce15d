import EspalierHTTP
import EspalierLocks

extension Router {
  /// `/healthz` answers 200 until the process ends; `/readyz` says whether new clients should be sent here. Neither
  /// waits for a page.
  func immediateResponse(to request: Request) -> Response? {
    let response: Response
    switch request.target.canonical == nil ? request.plainPath : nil {
    case "/healthz": response = Self.alive
    case "/readyz": response = site.stage.withLock { $0 == .serving } ? Self.ready : Self.draining
    default: return nil
    }
    do { try allow([.get, .head], request) } catch { return refusal(error, request) }
    return response
  }

  private static let alive = Response.text("ok\n").with(.cacheControl, "no-store")
  private static let ready = Response.text("ready\n").with(.cacheControl, "no-store")
  private static let draining = Response.text("draining\n", status: .serviceUnavailable).with(.cacheControl, "no-store")
}
