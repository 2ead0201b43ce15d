import Espalier
import EspalierHTTP

/// The part of a page that a client requests with `?view=`.
enum PageView: String, Sendable {
  /// The page as viewers see it. It follows its tree.
  case live
  /// The whole page in one piece, as it is now, to print or to save it.
  case full
}

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
