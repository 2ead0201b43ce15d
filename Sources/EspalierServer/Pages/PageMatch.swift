import EspalierHTTP
import EspalierText
import Espalier

extension PathIndex<SitePlace>.Match {
  /// The fields of the URL: the values of the path's parameters, then those of the query.
  func fields(_ query: FormFields) -> JSONObject {
    let path = values.map { ($0.name, JSON.string($0.value)) }
    let names = values.map(\.name)
    let fields = JSONObject(query.pairs.filter { !names.contains($0.name) })
    return JSONObject(path + fields.members.map { ($0.name, $0.value) })
  }

  /// The error for a field that does not have its type: 404 for a value of the path, because nothing has such a value;
  /// 422 for a query field.
  func refusal(_ error: PayloadError) -> HTTPError {
    if values.contains(where: { error.field.isField($0.name) }) {
      return HTTPError(.notFound, "There is nothing at this path: its part \"\(error.field)\" \(error.reason).")
    }
    return HTTPError(
      .unprocessable, "The query field \"\(error.field.shown)\" \(error.reason).", field: error.field)
  }

  /// The location of a page for these values.
  func location(of page: Page, query: FormFields) throws(HTTPError) -> PageLocation {
    do {
      let fields = page.entry.hasParameters ? fields(query) : JSONObject()
      return PageLocation(page: page, target: try page.entry.target(fields))
    } catch {
      throw refusal(error)
    }
  }
}

extension String {
  /// Whether this path of a field leads to the field `name` or into it.
  fileprivate func isField(_ name: String) -> Bool {
    self == name || hasPrefix(name + ".") || hasPrefix(name + "[")
  }
}
