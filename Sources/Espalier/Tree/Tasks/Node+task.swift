extension TreeNode where Self: Node {
  /// Starts asynchronous work; its value comes back to the page's lane, where the tree may be changed as by any handler.
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
  /// The work runs outside the lane, so it must not touch the tree, which the compiler sees to; what it needs it
  /// captures. `then` and `failed` receive this node. When the node has left the page the work is cancelled and neither
  /// is called. Started before the node is part of a page, it begins when it is. Replies do not wait for it, but for
  /// those to forms without JavaScript, whose page would not hear of the result.
  @discardableResult
  public func task<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value, then: @escaping (Self, Value) -> Void,
    failed: @escaping (Self, any Error) -> Void
  ) -> any Cancellable {
    begin(work, then: then, failed: failed)
  }

  /// The same, for those of our own who must know more of it.
  func begin<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value, then: @escaping (Self, Value) -> Void,
    failed: @escaping (Self, any Error) -> Void
  ) -> NodeTask {
    start(then: { (node: Self, result: Result<Value, any Error>) in
      switch result {
      case .success(let value): then(node, value)
      case .failure(let error): failed(node, error)
      }
    }) { deliver in
      do {
        deliver(Result<Value, any Error>.success(try await work()))
      } catch {
        deliver(Result<Value, any Error>.failure(error))
      }
    }
  }

  /// Starts asynchronous work that cannot fail.
  @discardableResult
  public func task<Value: Sendable>(
    _ work: @escaping @Sendable () async -> Value, then: @escaping (Self, Value) -> Void
  ) -> any Cancellable {
    start(then: then) { deliver in deliver(await work()) }
  }

  /// Follows a sequence as long as the node is part of the page: each element comes to the page's lane.
  @discardableResult
  public func follow<Elements: AsyncSequence & Sendable>(
    _ elements: Elements, _ take: @escaping (Self, Elements.Element) -> Void
  ) -> any Cancellable where Elements.Element: Sendable, Elements.Failure == Never {
    start(then: take) { deliver in
      for await element in elements { deliver(element) }
    }
  }

  private func start<Value: Sendable>(
    then take: @escaping (Self, Value) -> Void, _ work: @escaping @Sendable (@escaping NodeTask.Deliver) async -> Void
  ) -> NodeTask {
    let task = NodeTask(of: self, work) { node, value in
      if let node = node as? Self, let value = value as? Value { take(node, value) }
    }
    feature(NodeTasks.self).all.append(task)
    tree?.tasks.new.append(task)
    return task
  }
}
