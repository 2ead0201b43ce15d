/// What a listening presents: one field of a model.
struct PresentedField {
  let model: ObjectIdentifier
  let field: AnyKeyPath
  /// The value that the handler received last.
  fileprivate let shown: AnyObject

  init<Model, Value>(model: Model.Type, field: KeyPath<Model, Value>, shown: ShownField<Value>) {
    self.model = ObjectIdentifier(model)
    self.field = field
    self.shown = shown
  }
}

/// The value of a field that a handler received last; nil before the first.
final class ShownField<Value> {
  var value: Value?
}

extension Listenings {
  /// What was shown last of a field that is presented already.
  func shown<Model, Value>(of model: Signal<Model>, _ field: KeyPath<Model, Value>) -> ShownField<Value>? {
    let old = all.first { $0.source == ObjectIdentifier(model) && $0.presented?.field == field }
    return old?.presented?.shown as? ShownField<Value>
  }
}

extension Listening {
  /// Whether a new listening ends this one: it listens to the same signal, presents the same field of it, or presents
  /// another model of the same type.
  func isEnded(by new: Listening) -> Bool {
    guard let presented, let field = new.presented else {
      return source == new.source && presented == nil && new.presented == nil
    }
    return source == new.source ? presented.field == field.field : presented.model == field.model
  }
}
