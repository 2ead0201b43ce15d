extension TreeNode where Self: Node {
  /// Listens to one field of a signal's value, in the page's lane, for as long as the node is part of a page.
  ///
  /// ```swift
  /// listen(to: person, \.name) { cell, name, old in
  ///   cell.content.name = name
  ///   cell.content.isRenamed = old != nil
  /// }
  /// ```
  ///
  /// If the signal has a current value, the handler receives the field now, with nil as its old value. After that, it
  /// receives the new and the old value whenever the field has changed; changes of other fields do not call it. The old
  /// value is the one that the handler received last, because changes that follow each other quickly arrive as one.
  ///
  /// A node listens to the fields of one model of a type at a time: listening to a field of another one ends all
  /// listening to fields of the first. Listening to the same field of the same model again replaces the handler, which
  /// is called at the next change. Listening to whole values is independent of both.
  @discardableResult
  public func listen<Model, Value: Equatable>(
    to model: Signal<Model>, _ field: KeyPath<Model, Value>, _ handler: @escaping (Self, Value, Value?) -> Void
  ) -> any Cancellable {
    let last = existing(Listenings.self)?.last(of: model, field) ?? LastValue<Value>()
    let hearModel = { (node: Self, model: Model) in
      let (new, old) = (model[keyPath: field], last.value)
      if new == old { return }
      last.value = new
      handler(node, new, old)
    }
    let heard = HeardField(model: Model.self, field: field, last: last)
    guard let current = model.current else { return hear(model, only: heard, hearModel) }
    let listening = follow(model, from: current, only: heard, hearModel)
    // After the listening has begun: the handler may listen to another model, which then ends this listening.
    hearModel(self, current.value)
    return listening
  }
}

extension Node {
  /// Ends the listening to a signal and to fields of it. Does nothing if the node does not listen to it.
  final func stopListening<Value>(to signal: Signal<Value>) {
    endListenings { $0.source == ObjectIdentifier(signal) }
  }

  /// Ends all connections to signals for which the closure returns true.
  final func endListenings(where isOver: (Listening) -> Bool) {
    // A copy, because each one removes itself from the list.
    for listening in existing(Listenings.self)?.all.filter(isOver) ?? [] { listening.cancel() }
  }
}
