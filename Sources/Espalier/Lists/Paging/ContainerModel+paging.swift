extension ContainerModel {
  /// The state of the container's own loading. Setting it shares the new state with the cells below, and cancels tasks
  /// that the new state does not list as running.
  ///
  /// ```swift
  /// list.paging.more.state = .finished          // all rows are loaded already
  /// if list.paging.refreshing.state == .failed { list.paging.refreshing.state = .ready }
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

  /// Loads the rows before the first one of this container and of all containers below it that have a load-earlier handler,
  /// each once.
  public final func startLoadingEarlier() {
    for container in containers { container.begin(.earlier) }
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
    paging.refreshing.state = .ready
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
    paging.more.state = .ready
    on(Paging.loadMore) { $0.begin(.more, round: $1) }
  }

  /// Sets the load-earlier handler of this container: an asynchronous task that gets a start value, such as the first row,
  /// and a closure that applies its result.
  ///
  /// ```swift
  /// header = .loadEarlier
  /// onLoadEarlier(from: \.first) { [photos] first in
  ///   try await photos.page(before: first)
  /// } then: { list, page in
  ///   list.rows.insert(contentsOf: page.photos, at: 0)
  ///   list.set(rows: list.rows)
  ///   return page.isFirst ? .noMore : .more
  /// }
  /// ```
  ///
  /// Works like `onLoadMore`, at the other end and independently of it. `startLoadingEarlier()` or the event
  /// `Paging.loadEarlier` starts it. The row that somebody reads stays where it is while rows arrive above it.
  public func onLoadEarlier<Start: Sendable, Value: Sendable>(
    from start: @escaping (Self) -> Start, _ work: @escaping @Sendable (Start) async throws -> Value,
    then take: @escaping (Self, Value) -> Loading.End,
    failed: @escaping (Self, any Error) -> String = { list, _ in list.pageLanguage.words[.loadingFailed] }
  ) {
    load(.earlier, from: start, work, take, failed)
    paging.earlier.state = .ready
    on(Paging.loadEarlier) { $0.begin(.earlier, round: $1) }
  }

  /// Answers a press of a button that was rendered in a round. A late press does nothing.
  private func begin(_ kind: Paging.Kind, round: Int) {
    stopPropagation()
    if round == paging[kind].round { begin(kind) }
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
