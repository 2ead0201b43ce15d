/// The field of a model to which a node listens.
struct HeardField {
  let model: ObjectIdentifier
  let field: AnyKeyPath
  /// The value that the handler received last.
  fileprivate let last: AnyObject

  init<Model, Value>(model: Model.Type, field: KeyPath<Model, Value>, last: LastValue<Value>) {
    self.model = ObjectIdentifier(model)
    self.field = field
    self.last = last
  }
}

/// The value of a field that a handler received last; nil before the first.
final class LastValue<Value> {
  var value: Value?
}

extension Listenings {
  /// The last value of a field to which the node listens already.
  func last<Model, Value>(of model: Signal<Model>, _ field: KeyPath<Model, Value>) -> LastValue<Value>? {
    let old = all.first { $0.source == ObjectIdentifier(model) && $0.field?.field == field }
    return old?.field?.last as? LastValue<Value>
  }
}

extension Listening {
  /// Whether a new listening ends this one: it is to the same signal, to the same field of it, or to a field of another
  /// model of the same type.
  func isEnded(by new: Listening) -> Bool {
    guard let field, let newField = new.field else {
      return source == new.source && field == nil && new.field == nil
    }
    return source == new.source ? field.field == newField.field : field.model == newField.model
  }
}
