import Espalier
import EspalierHTTP

extension Router {
  /// How many days browsers keep the cookie: as long as the store keeps what it belongs to.
  var cookieDays: Int { site.store?.keepingDays ?? 30 }

  /// A cookie for a browser that has none.
  func newCookie(for browser: String, _ request: Request) throws(HTTPError) -> String {
    _ = site.cookieRenewals.take(browser, at: site.siteClock.now)
    return try BrowserCookie(browser).header(for: request, days: cookieDays)
  }

  /// The cookie that the browser sent, to set it again if that is due; otherwise nil.
  func renewedCookie(_ request: Request) throws(HTTPError) -> String? {
    guard request.browser != nil, let cookie = BrowserCookie(request),
      site.cookieRenewals.take(cookie.browser, at: site.siteClock.now)
    else { return nil }
    // Visiting the site is using what it keeps.
    if let services = (request.sender as? Sender)?.services {
      do { try site.services.touch(services) } catch {
        _ = site.metrics.store.fail(.save, error, site.log, for: request)
      }
    }
    return try cookie.header(for: request, days: cookieDays)
  }

  /// Sets the cookie that the answer to a request must set, because its handler has renewed or ended the session.
  func settingCookie(_ response: Response, _ request: Request) -> Response {
    guard let sender = request.sender as? Sender else { return response }
    let cookie: BrowserCookie
    let services = sender.services
    switch sender.takeChange() {
    case .none: return response
    case .renewed(let secret):
      guard let id = sender.cookieID else { return response }
      cookie = BrowserCookie(id, secret: secret)
      if let services { site.services.keep(services) }
    case .ended:
      cookie = BrowserCookie(RandomID.next())
      if let services {
        forget(services, request)
        let next = Sender.browser(cookie.browser, for: sender.person)
        site.surroundings.notices.move(from: services.browser, to: next)
      }
    }
    var response = response
    response.headers[.setCookie] = nil
    if let text = try? cookie.header(for: request, days: cookieDays) { response.headers.append(.setCookie, text) }
    return response
  }

  /// Forgets a browser: its streams, its pages, its services and what the store has of them.
  private func forget(_ services: BrowserServices, _ request: Request) {
    site.services.forget(services)
    site.instances.remove(of: services.browser)
    site.streams.end(of: services.browser)
    do { try site.services.delete(services) } catch {
      site.metrics.store.failures.add()
      _ = site.metrics.store.fail(.save, error, site.log, for: request)
    }
  }
}
