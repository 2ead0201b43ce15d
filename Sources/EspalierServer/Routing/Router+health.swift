import EspalierHTTP
import EspalierLocks

extension Router {
  /// `/healthz` answers 200 until the process ends; `/readyz` says whether new clients should be sent here. Neither
  /// waits for a page.
  func immediateResponse(to request: Request) -> Response? {
    let isReady: Bool
    switch request.target.canonical == nil ? request.plainPath : nil {
    case "/healthz": isReady = true
    case "/readyz": isReady = site.stage.withLock { $0 == .serving }
    default: return nil
    }
    do { try allow([.get, .head], request) } catch { return refusal(error, request) }
    let text = request.plainPath == "/healthz" ? "ok\n" : isReady ? "ready\n" : "draining\n"
    return Response.text(text, status: isReady ? .ok : .serviceUnavailable).with(.cacheControl, "no-store")
  }
}
