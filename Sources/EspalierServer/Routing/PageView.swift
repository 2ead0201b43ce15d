import EspalierHTTP
import Espalier

/// How much of a page is asked for, by `?view=`.
enum PageView: String, Sendable {
  /// The page as it is looked at, which follows its tree.
  case live
  /// All of it in one piece, as it is now: for print and for whoever keeps it.
  case full

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
