import EspalierHTTP
import Espalier

/// The load of a page instance that a plain form belongs to. A browser without JavaScript sends it with the form.
///
/// Each page that is sent has its own number. A form that is sent twice from one load is one event; a form of the next
/// load is another event. The instance's id finds the tree if a browser keeps no cookies, and shows that the form was
/// rendered here.
struct PageLoad: Sendable, Hashable, CustomStringConvertible {
  let instance: String
  /// Nil in markup that came after the page was loaded. JavaScript sends the forms there, and numbers them itself.
  let number: String?

  init(of instance: String, number: String?) {
    self.instance = instance
    self.number = number
  }

  init(parsing text: String) throws(HTTPError) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count <= 2, RandomID.isValid(parts[0]), parts.count == 1 || RandomID.isValidShort(parts[1]) else {
      throw HTTPError(
        .unprocessable, "The field \"\(WireName.load)\" must have the page's value; load the page again.",
        field: WireName.load)
    }
    self.init(of: parts[0], number: parts.count == 2 ? parts[1] : nil)
  }

  var description: String { number.map { "\(instance).\($0)" } ?? instance }
}

extension EventRequest {
  /// The instance that the request names, if any.
  func instance(in request: Request) -> String? { request.query[WireName.instance] ?? load?.instance }

  /// The id of the event that a control sends with this data from one load of the page: the same each time it is
  /// pressed.
  var idByLoad: String? {
    load?.number.map { "\($0)-\(fingerprint)" }
  }
}
