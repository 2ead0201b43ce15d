extension ContainerModel {
  /// The state of the container's own loading. Setting it shares the new state with the cells below, and cancels tasks
  /// that the new state does not list as running.
  ///
  /// ```swift
  /// list.paging.more.finish()          // all rows are loaded already
  /// list.paging.refreshing.clearError()
  /// ```
  public final var paging: Paging {
    get { existing(Pager.self)?.paging ?? Paging() }
    set {
      guard newValue != paging else { return }
      let pager = feature(Pager.self)
      pager.paging = newValue
      pager.cancelStrays()
      share(newValue, to: Paging.state)
    }
  }

  /// Refreshes this container and all containers below it that have a refresh handler, each once.
  public final func startRefreshing() {
    for container in containers { container.begin(.refresh) }
  }

  /// Loads more rows of this container and of all containers below it that have a load-more handler, each once.
  public final func startLoadingMore() {
    for container in containers { container.begin(.more) }
  }

  /// This container and all below it, outer ones first.
  private final var containers: [ContainerModel] {
    [self] + nodes.lazy.compactMap { $0 as? ContainerModel }.flatMap(\.containers)
  }

  /// Sets the state before it starts the task, so that side effects of the start cannot start it twice.
  final func begin(_ kind: Paging.Kind) {
    guard let pager = existing(Pager.self), pager.loaders[kind] != nil, paging.begin(kind) else { return }
    pager.start(kind, in: self)
  }

  final func end(_ kind: Paging.Kind, _ end: () -> Loading.End) {
    existing(Pager.self)?.finish(kind)
    let before = rowCount
    let end = end()
    _ = paging.end(kind, end, added: max(0, rowCount - before))
  }

  /// The rows of this container and of all containers below it.
  private final var rowCount: Int { children.reduce(0) { $0 + (($1 as? ContainerModel)?.rowCount ?? 1) } }
}

extension TreeNode where Self: ContainerModel {
  /// Sets the refresh handler of this container: an asynchronous task that gets a start value and runs outside the
  /// tree, and a closure that applies its result.
  ///
  /// ```swift
  /// onRefresh(from: \.filter) { [photos] filter in
  ///   try await photos.page(0, of: filter)
  /// } then: { list, page in
  ///   list.set(rows: page.photos)
  ///   return page.isLast ? .noMore : .more
  /// }
  /// ```
  ///
  /// `start`, `then` and `failed` run in the page's lane and receive this container. `then` returns whether there is
  /// more to load. `failed` returns the message that viewers see after an error. `startRefreshing()`, here or above,
  /// starts the refresh. So does the event `Paging.refresh` of a cell below; the event stops here. The task is
  /// cancelled when the container leaves the page.
  public func onRefresh<Start: Sendable, Value: Sendable>(
    from start: @escaping (Self) -> Start, _ work: @escaping @Sendable (Start) async throws -> Value,
    then take: @escaping (Self, Value) -> Loading.End,
    failed: @escaping (Self, any Error) -> String = { list, _ in list.pageLanguage.words[.loadingFailed] }
  ) {
    load(.refresh, from: start, work, take, failed)
    paging.refreshing.open()
    on(Paging.refresh) { container in
      container.stopPropagation()
      container.startRefreshing()
    }
  }

  /// Sets the refresh handler of this container, for a task that needs no start value.
  public func onRefresh<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value, then take: @escaping (Self, Value) -> Loading.End,
    failed: @escaping (Self, any Error) -> String = { list, _ in list.pageLanguage.words[.loadingFailed] }
  ) {
    onRefresh(from: { _ in }, { _ in try await work() }, then: take, failed: failed)
  }

  /// Sets the load-more handler of this container: an asynchronous task that gets a start value, such as the last row,
  /// and a closure that applies its result.
  ///
  /// ```swift
  /// onLoadMore(from: \.last) { [photos] last in
  ///   try await photos.page(after: last)
  /// } then: { list, page in
  ///   list.add(page.photos)
  ///   return page.isLast ? .noMore : .more
  /// }
  /// ```
  ///
  /// Works like `onRefresh`. `startLoadingMore()` or the event `Paging.loadMore` starts it.
  public func onLoadMore<Start: Sendable, Value: Sendable>(
    from start: @escaping (Self) -> Start, _ work: @escaping @Sendable (Start) async throws -> Value,
    then take: @escaping (Self, Value) -> Loading.End,
    failed: @escaping (Self, any Error) -> String = { list, _ in list.pageLanguage.words[.loadingFailed] }
  ) {
    load(.more, from: start, work, take, failed)
    paging.more.open()
    on(Paging.loadMore) { container, round in
      container.stopPropagation()
      if round == container.paging.more.round { container.begin(.more) }
    }
  }

  private func load<Start: Sendable, Value: Sendable>(
    _ kind: Paging.Kind, from start: @escaping (Self) -> Start,
    _ work: @escaping @Sendable (Start) async throws -> Value, _ take: @escaping (Self, Value) -> Loading.End,
    _ failed: @escaping (Self, any Error) -> String
  ) {
    feature(Pager.self).loaders[kind] = { container in
      guard let container = container as? Self else { return nil }
      return container.begin { [start = start(container)] in
        try await work(start)
      } then: { container, value in
        container.end(kind) { take(container, value) }
      } failed: { container, error in
        container.end(kind) { .failed(failed(container, error)) }
      }
    }
  }
}
