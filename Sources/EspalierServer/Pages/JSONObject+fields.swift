import EspalierHTTP
import Espalier

extension JSONObject {
  /// The fields of a form or query as one object, in order. A name that occurs several times becomes a list.
  init(_ fields: [FormFields.Pair]) { self.init(collecting: fields.map { ($0.name, .string($0.value)) }) }

  /// The same for values that are already JSON.
  init(collecting fields: [(name: String, value: JSON)]) {
    var values: [String: [JSON]] = [:]
    var names: [String] = []
    for field in fields {
      if values[field.name] == nil { names.append(field.name) }
      values[field.name, default: []].append(field.value)
    }
    self.init(names.map { name in (name, values[name].map { $0.count == 1 ? $0[0] : .array($0) } ?? .null) })
  }
}
