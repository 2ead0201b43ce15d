import EspalierHTTP
import Espalier

extension Router {
  /// The faults of the browser that asks: shown, and set by a post, as a page or as JSON. The page is framed by the template `faults`
  /// where the site has one.
  func faults(in lab: FaultLab, _ request: Request) throws(HTTPError) -> Response {
    try allow([.get, .head, .post], request)
    guard let type = request.accept.best(of: [.json, .html]) else {
      throw HTTPError(.notAcceptable, "Faults come as application/json or text/html.", field: "Accept")
    }
    let known = request.browser
    let browser = known ?? RandomID.next()
    if request.method == .post {
      if case .unproven(let refusal) = try Origin.check(request, hosts: site.hosts) { throw refusal }
      lab[browser] = try Faults(request, limits: site.limits)
    }
    var response: Response
    if type.isSame(as: .json) {
      response = .bytes(lab[browser].json.line, .json)
    } else if request.method == .post {
      response = Response(.seeOther, headers: [.location: request.target.raw])
    } else {
      response = .bytes(try page(FaultForm(faults: lab[browser], origin: origin(of: request))), .html)
    }
    response.headers[.cacheControl] = "no-store"
    response.headers[.vary] = "Accept, Cookie"
    if known == nil { response.headers.append(.setCookie, try BrowserCookie.make(browser, for: request)) }
    return response
  }

  /// The page that the query names, to go back to.
  private func origin(of request: Request) -> Page? { request.query["page"].flatMap { site.page(at: $0) } }

  private func page(_ form: FaultForm) throws(HTTPError) -> [UInt8] {
    do {
      try site.refreshTemplates()
      let library = site.templates.library
      let frame = library.names.contains(.file("faults")) ? "faults" : nil
      let page = Page(FaultForm.path, title: "Faults", template: frame) { ContainerModel() }
      let shell = try PageShell(
        page, navigation: site.pages.filter(\.isListed), templates: library, styles: site.templates.styles,
        isDevelopment: true)
      return shell.around([PageMarkup(Array(form.html.source.utf8))], version: Version(epoch: "none"), load: "")
        .collected
    } catch {
      throw HTTPError(.internalError, "\(error)")
    }
  }
}
