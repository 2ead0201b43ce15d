/// A value without markup as a row of a source. Its list shows another row instead, or a node.
struct PlainRow<Value: Identifiable & Hashable & Sendable>: Content, Identifiable {
  let value: Value
  var id: Value.ID { value.id }
  var key: String? { text(of: id) }

  init(_ value: Value) { self.value = value }

  var html: HTML {
    var html = HTML()
    html.fault = "\(Value.self) has no markup: show other rows with `map`, or nodes with `node`"
    return html
  }

  /// Writes nothing: nobody has said which of its fields viewers may see.
  func encode(to encoder: any Encoder) throws { try [String: String]().encode(to: encoder) }

  init(from decoder: any Decoder) throws {
    throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "a row is only written"))
  }
}

/// A row that holds a value of any type without markup.
protocol PlainRowType {
  static var valueType: Any.Type { get }
  var anyValue: Any { get }
}

extension PlainRow: PlainRowType {
  static var valueType: Any.Type { Value.self }
  var anyValue: Any { value }
}

extension Identifiable where Self: Hashable & Sendable {
  /// The value as a row of a source.
  package var asRow: any Content & Identifiable { self as? any Content & Identifiable ?? PlainRow(self) }
}
