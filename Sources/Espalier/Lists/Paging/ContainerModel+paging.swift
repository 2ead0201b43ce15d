extension ContainerModel.Children {
  /// The state of the container's own loading. Setting it shares the new state with the cells below, and cancels tasks
  /// that the new state does not list as running.
  ///
  /// ```swift
  /// list.children.paging.more.state = .finished          // all rows are loaded already
  /// if list.children.paging.refreshing.state == .failed { list.children.paging.refreshing.state = .ready }
  /// ```
  public var paging: Paging {
    get { container.paging }
    nonmutating set { container.paging = newValue }
  }

  /// Starts the loading of a kind in this container and in all containers below it that have a handler for it, each once.
  public func startLoading(_ kind: Paging.Kind) { container.startLoading(kind) }
}

extension ContainerModel {
  final var paging: Paging {
    get { existing(Pager.self)?.paging ?? Paging() }
    set {
      guard newValue != paging else { return }
      let pager = feature(Pager.self)
      pager.paging = newValue
      pager.cancelStrays()
      share(newValue, to: Paging.state)
    }
  }

  final func startLoading(_ kind: Paging.Kind) {
    for container in containers { container.begin(kind) }
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
  private final var rowCount: Int {
    childNodes.reduce(0) { $0 + (($1 as? ContainerModel)?.rowCount ?? ($1.decoratedRow == nil ? 1 : 0)) }
  }
}

extension TreeNode where Self: ContainerModel {
  /// Sets the handler with which this container loads rows: an asynchronous task that gets a start value, such as the last
  /// row, and runs outside the tree, and a closure that applies its result.
  ///
  /// ```swift
  /// footer = .loadMore
  /// onLoad(.more, from: \.last) { [photos] last in
  ///   try await photos.page(after: last)
  /// } then: { list, page in
  ///   list.add(page.photos)
  ///   return page.isLast ? .noMore : .more
  /// }
  /// ```
  ///
  /// `start`, `then` and `failed` run in the page's lane and receive this container. `then` returns whether there is
  /// more to load. `failed` returns the message that viewers see after an error. The task is cancelled when the container
  /// leaves the page.
  ///
  /// `children.startLoading(_:)` of the same kind, here or above, starts it. So does the event of a cell below:
  /// `Paging.refresh`, `Paging.loadMore` or `Paging.loadEarlier`, which stops here. The kinds `more` and `earlier` work
  /// independently of each other; the row that somebody reads stays where it is while rows arrive above it.
  public func onLoad<Start: Sendable, Value: Sendable>(
    _ kind: Paging.Kind, from start: @escaping (Self) -> Start,
    _ work: @escaping @Sendable (Start) async throws -> Value, then take: @escaping (Self, Value) -> Loading.End,
    failed: @escaping (Self, any Error) -> String = { list, _ in list.pageLanguage.words[.loadingFailed] }
  ) {
    load(kind, from: start, work, take, failed)
    paging[kind].state = .ready
    switch kind {
    case .more: on(Paging.loadMore) { $0.begin(.more, round: $1) }
    case .earlier: on(Paging.loadEarlier) { $0.begin(.earlier, round: $1) }
    case .refresh:
      on(Paging.refresh) { container in
        container.stopPropagation()
        container.startLoading(.refresh)
      }
    }
  }

  /// Sets the handler with which this container loads rows, for a task that needs no start value.
  public func onLoad<Value: Sendable>(
    _ kind: Paging.Kind, _ work: @escaping @Sendable () async throws -> Value,
    then take: @escaping (Self, Value) -> Loading.End,
    failed: @escaping (Self, any Error) -> String = { list, _ in list.pageLanguage.words[.loadingFailed] }
  ) {
    onLoad(kind, from: { _ in }, { _ in try await work() }, then: take, failed: failed)
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
