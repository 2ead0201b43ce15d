extension TreeNode where Self: Node {
  /// Presents one field of a model, in the page's lane, for as long as the node is part of a page.
  ///
  /// ```swift
  /// present(person, \.name) { cell, name, old in
  ///   cell.content.name = name
  ///   cell.content.isRenamed = old != nil
  /// }
  /// ```
  ///
  /// If the signal has a current value, the handler receives the field now, with nil as its old value. After that, it
  /// receives the new and the old value whenever the field has changed; changes of other fields do not call it. The old
  /// value is the one that the handler received last, because changes that follow each other quickly arrive as one.
  ///
  /// A node presents one model of a type at a time: presenting another one ends all that the node presents of the
  /// first. Presenting the same field of the same model again replaces the handler, which is called at the next change.
  /// `listen(to:)` is for any other signals, and is independent of what the node presents.
  @discardableResult
  public func present<Model, Value: Equatable>(
    _ model: Signal<Model>, _ field: KeyPath<Model, Value>, _ handler: @escaping (Self, Value, Value?) -> Void
  ) -> any Cancellable {
    let shown = existing(Listenings.self)?.shown(of: model, field) ?? ShownField<Value>()
    let show = { (node: Self, model: Model) in
      let (new, old) = (model[keyPath: field], shown.value)
      if new == old { return }
      shown.value = new
      handler(node, new, old)
    }
    let presented = PresentedField(model: Model.self, field: field, shown: shown)
    guard let current = model.current else { return hear(model, as: presented, show) }
    let listening = follow(model, from: current, as: presented, show)
    // After the binding has begun: the handler may present another model, which then ends this binding.
    show(self, current.value)
    return listening
  }
}

extension Node {
  /// Ends the listening to a signal, and what is presented of it. Does nothing if the node does not listen to it.
  final func stopListening<Value>(to signal: Signal<Value>) {
    endListenings { $0.source == ObjectIdentifier(signal) }
  }

  /// Ends all connections to signals for which the closure returns true.
  final func endListenings(where isOver: (Listening) -> Bool) {
    // A copy, because each one removes itself from the list.
    for listening in existing(Listenings.self)?.all.filter(isOver) ?? [] { listening.cancel() }
  }
}
