import EspalierLocks
import EspalierServer

/// The store of one node: it saves what the node has, and nothing else.
struct NodeStorage: PageStorage, SessionStorage {
  let node: ServerNode

  func instance(of owner: PersistedInstance.Owner, _ reply: @escaping StoreReply<PersistedInstance?>) {
    node.engine.instance(of: owner, reply)
  }

  func instance(id: String, _ reply: @escaping StoreReply<PersistedInstance?>) { node.engine.instance(id: id, reply) }

  func save(_ saves: [PersistedSave], of holding: Holding, _ reply: @escaping StoreReply<Void>) {
    node.metrics.saves.add(saves.count)
    let reply = saves.contains { $0.session?.isUrgent == true } ? node.telling(reply) : reply
    node.save(holding, reply) { engine, name, term, reply in engine.save(saves, of: holding, in: term, by: name, reply)
    }
  }

  func forget(browser: String, of holding: Holding, _ reply: @escaping StoreReply<Void>) {
    node.save(holding, reply) { engine, name, term, reply in
      engine.forget(browser: browser, of: holding, in: term, by: name, reply)
    }
  }

  var sessions: (any SessionStorage)? { self }

  func session(of browser: String, _ reply: @escaping StoreReply<SessionRow>) {
    node.engine.sessions(of: [browser]) { rows in reply(rows.map { $0.first ?? SessionRow() }) }
  }

  func touch(sessionOf browser: String, _ reply: @escaping StoreReply<Void>) {
    node.engine.touch(sessionOf: browser, reply)
  }

  var forgotten: ForgottenInstances { ForgottenInstances(unused: node.metrics.forgotten.value) }
  var crashFile: String? { node.crashFile }
  var crashKeeper: (any CrashKeeper)? { NodeCrashes(node: node) }

  func touch(_ instance: PersistedInstance.Name, _ reply: @escaping StoreReply<Void>) {
    node.engine.touch(instance, reply)
  }
}

/// What ended the nodes of a cluster, in its database.
private struct NodeCrashes: CrashKeeper {
  let node: ServerNode

  /// The node saves them itself, before it registers.
  func add(_ records: [CrashRecord], _ reply: @escaping StoreReply<Void>) { reply(.success(())) }
  func records(_ reply: @escaping StoreReply<[CrashRecord]>) { node.engine.crashes(reply) }
  func forget(made owner: PersistedInstance.Owner) { node.engine.forget(crashesOf: owner) { _ in } }
}

extension ServerNode {
  /// Saves something if this node has the holding to which it belongs. If nobody has claimed the holding yet, this node claims
  /// it first. In a later term another node had it meanwhile, so what was made here counts for nothing.
  fileprivate func save(
    _ holding: Holding, _ reply: @escaping StoreReply<Void>,
    by statement: @escaping @Sendable (any ClusterEngine, NodeName, UInt64, @escaping StoreReply<Bool>) -> Void
  ) {
    let (name, term) = state.withLock { ($0.name, holding == .free ? 0 : $0.stages[holding]?.term) }
    if let term { return save(holding, in: term, by: name, reply, statement) }
    if holding == .site { return reply(.failure(.refused)) }
    ask(holding, claimsNew: true) { [self] leader in
      switch leader {
      case .success(.here(term: 1)): save(holding, in: 1, by: state.withLock { $0.name }, reply, statement)
      // The site has dropped what was made here already.
      case .success: reply(.failure(.refused))
      case .failure(let error): reply(.failure(PageStoreError(error.detail, isTemporary: true)))
      }
    }
  }

  private func save(
    _ holding: Holding, in term: UInt64, by name: NodeName, _ reply: @escaping StoreReply<Void>,
    _ statement: (any ClusterEngine, NodeName, UInt64, @escaping StoreReply<Bool>) -> Void
  ) {
    statement(engine, name, term) { [self] result in
      switch result {
      case .success(true): reply(.success(()))
      case .success(false):
        lose(holding, term)
        reply(.failure(.refused))
      case .failure(let error): reply(.failure(error))
      }
    }
  }
}
