extension ContainerModel {
  /// Where the container's own loading stands. What is changed is shared with the cells below; work that the new state
  /// knows nothing of is given up.
  ///
  /// ```swift
  /// list.paging.more.finish()          // all of it is here already
  /// list.paging.refreshing.clearError()
  /// ```
  public final var paging: Paging {
    get { pager?.paging ?? Paging() }
    set {
      guard newValue != paging else { return }
      let pager = pager ?? Pager()
      self.pager = pager
      pager.paging = newValue
      pager.cancelStrays()
      share(newValue, to: Paging.state)
    }
  }

  /// Refreshes this container and all below it that can be, each once.
  public final func refresh() {
    for container in containers { container.begin(.refresh) }
  }

  /// Loads more of this container and of all below it that can, each once.
  public final func loadMore() {
    for container in containers { container.begin(.more) }
  }

  /// This container and all below it, outer ones first.
  private final var containers: [ContainerModel] {
    [self] + nodes.lazy.compactMap { $0 as? ContainerModel }.flatMap(\.containers)
  }

  /// Enters the state before the work is started, so that whatever that brings about cannot start it twice.
  final func begin(_ kind: Paging.Kind) {
    guard let pager, pager.loaders[kind] != nil, paging.begin(kind) else { return }
    pager.start(kind, in: self)
  }

  final func end(_ kind: Paging.Kind, _ end: () -> Loading.End) {
    pager?.finish(kind)
    let end = end()
    _ = paging.end(kind, end)
  }
}

extension TreeNode where Self: ContainerModel {
  /// Says how this container refreshes: by asynchronous work that starts from a value and away from the tree, and by
  /// what is to be done with its result.
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
  /// `start` and `then` run in the page's lane and receive this container; `then` says whether there is more to load, and
  /// `failed` what viewers are told of an error. It is asked for by `refresh()`, here or above, and by the event
  /// `Paging.refresh` of a cell below, which goes no further up. The work ends with its container.
  public func onRefresh<Start: Sendable, Value: Sendable>(
    from start: @escaping (Self) -> Start, _ work: @escaping @Sendable (Start) async throws -> Value,
    then take: @escaping (Self, Value) -> Loading.End,
    failed: @escaping (Self, any Error) -> String = { _, _ in Paging.apology }
  ) {
    load(.refresh, from: start, work, take, failed)
    paging.refreshing.open()
    on(Paging.refresh) { container in
      container.stopPropagation()
      container.refresh()
    }
  }

  /// Says how this container refreshes, by work that needs nothing of it.
  public func onRefresh<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value, then take: @escaping (Self, Value) -> Loading.End,
    failed: @escaping (Self, any Error) -> String = { _, _ in Paging.apology }
  ) {
    onRefresh(from: { _ in }, { _ in try await work() }, then: take, failed: failed)
  }

  /// Says how this container loads more: by asynchronous work that starts from a value, as where to go on, and by what is
  /// to be done with its result.
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
  /// All is as for `onRefresh`; it is asked for by `loadMore()` and by the event `Paging.loadMore`.
  public func onLoadMore<Start: Sendable, Value: Sendable>(
    from start: @escaping (Self) -> Start, _ work: @escaping @Sendable (Start) async throws -> Value,
    then take: @escaping (Self, Value) -> Loading.End,
    failed: @escaping (Self, any Error) -> String = { _, _ in Paging.apology }
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
    let pager = pager ?? Pager()
    self.pager = pager
    pager.loaders[kind] = { container in
      guard let container = container as? Self else { return nil }
      return container.task { [start = start(container)] in
        try await work(start)
      } then: { container, value in
        container.end(kind) { take(container, value) }
      } failed: { container, error in
        container.end(kind) { .failed(failed(container, error)) }
      }
    }
  }
}
