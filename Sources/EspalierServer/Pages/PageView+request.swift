import Espalier
import EspalierHTTP

extension PageView {
  init(_ request: Request) throws(HTTPError) {
    guard let name = request.query[WireName.view] else {
      self = .live
      return
    }
    guard let view = PageView(rawValue: name) else {
      throw HTTPError(.unprocessable, "The view must be live or full.", field: WireName.view)
    }
    self = view
  }
}
