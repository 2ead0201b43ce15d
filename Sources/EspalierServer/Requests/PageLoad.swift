import EspalierHTTP
import Espalier

/// Which load of which page instance a plain form stands in: what a browser without JavaScript has to say for itself.
///
/// Each page that is sent has a number of its own. A form that is sent twice from one load is one event; the next load's
/// is another. The instance's id leads back to the tree where a browser keeps no cookies, and shows that the form was
/// rendered here.
struct PageLoad: Sendable, Hashable, CustomStringConvertible {
  let instance: String
  /// Nil in what came after the page was loaded; its forms are sent by JavaScript, which numbers them itself.
  let number: String?

  init(of instance: String, number: String?) {
    self.instance = instance
    self.number = number
  }

  init(parsing text: String) throws(HTTPError) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count <= 2, RandomID.isValid(parts[0]), parts.count == 1 || RandomID.isValidShort(parts[1]) else {
      throw HTTPError(
        .unprocessable, "The field \"\(WireName.load)\" must be as the page has it; read the page again.",
        field: WireName.load)
    }
    self.init(of: parts[0], number: parts.count == 2 ? parts[1] : nil)
  }

  var description: String { number.map { "\(instance).\($0)" } ?? instance }
}

extension EventRequest {
  /// The instance that the request names, if it does.
  func instance(in request: Request) -> String? { request.query[WireName.instance] ?? load?.instance }

  /// The id of what a control sends with this data from one load of the page: the same each time that it is pressed.
  var idByLoad: String? {
    load?.number.map { "\($0)-\(fingerprint)" }
  }
}
