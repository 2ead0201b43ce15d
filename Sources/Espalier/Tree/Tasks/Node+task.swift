extension TreeNode where Self: Node {
  /// Starts an asynchronous task. Its result is delivered in the page's lane, where the closures may change the tree as
  /// any handler may.
  ///
  /// ```swift
  /// on(More.pressed) { list in
  ///   list.isLoading = true
  ///   list.task { [last = list.last, api] in
  ///     try await api.page(after: last)
  ///   } then: { list, posts in
  ///     list.add(posts)
  ///   } failed: { list, error in
  ///     list.add(Retry(reason: "\(error)"))
  ///   }
  /// }
  /// ```
  ///
  /// `work` runs outside the lane, so it must not access the tree; the compiler checks this. It captures what it needs.
  /// `then` and `failed` receive this node. When the node leaves the page, the task is cancelled and neither is called.
  /// A task that is started before the node is part of a page begins when the node is. Replies do not wait for the
  /// task, except replies to forms without JavaScript, whose page would not receive the result.
  ///
  /// With `holdingReply`, the task is a part of the event that is being handled, such as a check of a password: the reply
  /// waits until it has ended, for at most `Limits.pages.work`, and the event is saved then. `then` and `failed` have the
  /// session of the sender, which they may renew or end, and their effects are for the sender only.
  @discardableResult
  public func task<Value: Sendable>(
    holdingReply: Bool = false, _ work: @escaping @Sendable () async throws -> Value,
    then: @escaping (Self, Value) -> Void, failed: @escaping (Self, any Error) -> Void
  ) -> any Cancellable {
    begin(holdingReply: holdingReply, work, then: then, failed: failed)
  }

  /// The same, for library code that needs the `NodeTask`.
  func begin<Value: Sendable>(
    holdingReply: Bool = false, _ work: @escaping @Sendable () async throws -> Value,
    then: @escaping (Self, Value) -> Void,
    failed: @escaping (Self, any Error) -> Void
  ) -> NodeTask {
    start(
      then: { (node: Self, result: Result<Value, any Error>) in
        switch result {
        case .success(let value): then(node, value)
        case .failure(let error): failed(node, error)
        }
      }, holdsReply: holdingReply
    ) { deliver in
      do {
        await deliver(Result<Value, any Error>.success(try await work()))
      } catch {
        await deliver(Result<Value, any Error>.failure(error))
      }
    }
  }

  /// Starts a task that writes outside of the page what the current event stands for. The event is acknowledged when the
  /// task has ended. `work` gets the key by which the place that it writes to recognises a repeated event; nil outside of
  /// an event, or if the event has no id. All such tasks of a page run one after another. They run also if the node has
  /// left the page meanwhile; then nobody gets their results.
  package func write<Value: Sendable>(
    _ work: @escaping @Sendable (_ eventKey: String?) async throws -> Value, then: @escaping (Self, Value) -> Void,
    failed: @escaping (Self, any Error) -> Void
  ) {
    let key = tree?.writeKeys.next()
    start(
      then: { (node: Self, result: Result<Value, any Error>) in
        switch result {
        case .success(let value): then(node, value)
        case .failure(let error): failed(node, error)
        }
      }, isWrite: true, holdsReply: true
    ) { deliver in
      do {
        await deliver(Result<Value, any Error>.success(try await work(key)))
      } catch {
        await deliver(Result<Value, any Error>.failure(error))
      }
    }
  }

  /// Starts an asynchronous task that cannot fail.
  @discardableResult
  public func task<Value: Sendable>(
    holdingReply: Bool = false, _ work: @escaping @Sendable () async -> Value, then: @escaping (Self, Value) -> Void
  ) -> any Cancellable {
    start(then: then, holdsReply: holdingReply) { deliver in await deliver(await work()) }
  }

  /// Not available: work that can throw needs `failed`.
  @available(
    *, unavailable,
    message: "the work can throw an error; add `failed: { node, error in … }` after `then`, or handle the error in it"
  )
  @discardableResult
  public func task<Value: Sendable>(
    holdingReply: Bool = false, _ work: @escaping @Sendable () async throws -> Value,
    then: @escaping (Self, Value) -> Void
  ) -> any Cancellable {
    begin(work, then: then, failed: { _, _ in })
  }

  /// Listens to an asynchronous sequence while the node is part of the page. The handler receives each element in the
  /// page's lane, and the next one is asked for when the page has worked on it.
  ///
  /// ```swift
  /// listen(to: exchange.prices()) { list, price in list.show(price) }
  /// ```
  @discardableResult
  public func listen<Elements: AsyncSequence & Sendable>(
    to elements: Elements, _ handler: @escaping (Self, Elements.Element) -> Void
  ) -> any Cancellable where Elements.Element: Sendable, Elements.Failure == Never {
    start(then: handler, mayBeEndless: true) { deliver in
      for await element in elements { await deliver(element) }
    }
  }

  @discardableResult
  func start<Value: Sendable>(
    then take: @escaping (Self, Value) -> Void, mayBeEndless: Bool = false, isAwaited: Bool = false,
    isWrite: Bool = false, holdsReply: Bool = false, catchUp: (@Sendable () async -> Void)? = nil,
    _ work: @escaping @Sendable (@escaping NodeTask.Deliver) async -> Void
  ) -> NodeTask {
    let task = NodeTask(
      of: self, mayBeEndless: mayBeEndless, isAwaited: isAwaited, isWrite: isWrite, holdsReply: holdsReply,
      catchUp: catchUp, work
    ) { node, value in
      if let node = node as? Self, let value = value as? Value { take(node, value) }
    }
    feature(NodeTasks.self).all.append(task)
    tree?.tasks.new.append(task)
    return task
  }
}
