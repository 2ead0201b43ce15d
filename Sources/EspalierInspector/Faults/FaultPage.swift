import Espalier
import EspalierHTTP
import EspalierServer

extension FaultLab {
  /// Shows the faults of the browser that asks, and sets them by POST, as a page or as JSON. If the site has a template
  /// `faults`, it frames the page.
  func answer(_ request: Request, _ site: ToolSite) throws(HTTPError) -> Response {
    let methods: [EspalierHTTP.Method] = [.get, .head, .post]
    guard methods.contains(request.method) else {
      throw HTTPError(.methodNotAllowed, "\(request.path) answers GET, HEAD, POST only.", allow: methods)
    }
    guard let type = request.accept.best(of: [.json, .html]) else {
      throw HTTPError(.notAcceptable, "Faults are available as application/json or text/html.", field: "Accept")
    }
    let browser = request.introduceBrowser()
    if request.method == .post {
      try site.checkOrigin(request)
      self[browser] = try Faults(request, limits: site.limits)
    }
    var response: Response
    if type.isSame(as: .json) {
      response = .bytes(self[browser].json.line, .json)
    } else if request.method == .post {
      response = Response(.seeOther, headers: [.location: request.target.raw])
    } else {
      // The page to link back to, from the query.
      let origin = request.query["page"].flatMap { site.page(at: $0) }
      let form = FaultForm(faults: self[browser], origin: origin)
      response = .bytes(
        try site.document(form.html, at: FaultForm.path, title: "Faults", template: "faults"), .html)
    }
    response.headers[.cacheControl] = "no-store"
    response.headers[.vary] = "Accept, Cookie"
    return response
  }
}
