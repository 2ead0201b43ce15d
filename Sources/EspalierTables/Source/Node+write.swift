public import Espalier

extension TreeNode where Self: Node {
  /// Writes to a database what the event that is being handled stands for, in one transaction.
  ///
  /// ```swift
  /// on(PersonRow.remove) { list, id in
  ///   list.write(to: list.database) { try $0.run("DELETE FROM person WHERE id = \(id)") } then: { list, _ in
  ///     list.showNotice("Removed")
  ///   }
  /// }
  /// ```
  ///
  /// The event is acknowledged when the transaction is committed, and its id is part of the transaction. So if the server
  /// is killed meanwhile, the client sends the event again, and it is written exactly once. What the handler has changed
  /// in persisted values is saved after the transaction. Several calls are written one after another, in their order, also
  /// if the node leaves the page.
  ///
  /// `then` and `failed` run in the page's lane. A repeated event that was written already calls neither: if the server is
  /// killed between the transaction and `then`, what `then` would do is lost. Lists with a ``FetchedSource`` show the
  /// change by themselves.
  ///
  /// `showNotice`, `navigate` and the other effects in these closures are for the sender of the event only, as in its
  /// handler. If the sender no longer waits for the reply, they are lost.
  ///
  /// If `failed` is not given, the sender sees a notice that it did not work, and the log says why.
  public func write<Value: Sendable>(
    to database: Database, _ work: @escaping @Sendable (DatabaseWriter) throws -> Value,
    then: @escaping (Self, Value) -> Void = { _, _ in },
    failed: ((Self, any Error) -> Void)? = nil
  ) {
    write { key in
      try await database.write(once: key, work)
    } then: { node, value in
      if let value { then(node, value) }
    } failed: { node, error in
      if let failed { failed(node, error) } else { node.tellFailure(error) }
    }
  }
}

extension Node {
  fileprivate func tellFailure(_ error: any Error) {
    showNotice(pageLanguage.words[.loadingFailed])
    report { .data("\(error)", address: $0.address) }
  }
}
