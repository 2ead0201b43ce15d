/// A plugin that loads what rows need while they are still some screens away from every viewer.
///
/// ```swift
/// struct Photo: Content, Identifiable {
///   let id: Int
///   var traits: RowTraits { RowTraits(prefetched: ["sheet-\(id / 6)"]) }      // six photos share one sheet
/// }
///
/// add(
///   Prefetching { [photos] id in
///     try await photos.sheet(id)
///   } then: { [unowned self] _, _, sheet in
///     show(sheet)
///   })
/// ```
///
/// A load begins when the first row that names its id comes near, and is cancelled if the last of them is far away again.
/// What is in ``loaded`` is not loaded again. After an error the next row that comes near tries again. Viewers report what
/// is near only if their browser has JavaScript, so give rows a button too, which calls ``load(_:in:)``.
public final class Prefetching: Plugin {
  /// Sent by the list when a load begins. The data is the load's id.
  public static let began = Event<String>("prefetchBegan")
  /// Sent by the list when a load has ended and its result was taken. The data is the load's id.
  public static let ended = Event<String>("prefetchEnded")
  /// Sent by the list when a load was cancelled, because all its rows are far away again. The data is the load's id.
  public static let cancelled = Event<String>("prefetchCancelled")

  /// The ids of what is loaded. You may set it, for example to load something again, or to restore it:
  ///
  /// ```swift
  /// persist(\.prefetching.loaded, as: "loaded")
  /// ```
  public var loaded: Set<String> = []

  private let distance: Visibility
  private let start: (Prefetching, ContainerModel, String) -> any Cancellable
  private var running: [String: any Cancellable] = [:]
  /// A row near a viewer.
  private struct NearRow {
    let list: ObjectIdentifier
    /// What the row needs.
    let ids: [String]
    /// How many viewers have the row near.
    var viewers = 1
  }

  /// The rows near a viewer, by address.
  private var near: [String: NearRow] = [:]
  /// How many rows near a viewer need a load.
  private var users: [String: Int] = [:]

  /// A plugin that loads what rows need when they are at most this many screens away, from 1 to 9; 0 is when they are in
  /// view. `work` runs outside the page; `then` and `failed` run in the page's lane.
  public init<Value: Sendable>(
    screens: Int = 2, _ work: @escaping @Sendable (String) async throws -> Value,
    then: @escaping (ContainerModel, String, Value) -> Void,
    failed: @escaping (ContainerModel, String, any Error) -> Void = { _, _, _ in }
  ) {
    distance = screens > 0 ? .within(screens: screens) : .inView
    start = { plugin, list, id in
      list.task {
        try await work(id)
      } then: { [weak plugin] list, value in
        plugin?.running[id] = nil
        plugin?.loaded.insert(id)
        then(list, id, value)
        list.send(Self.ended, id)
      } failed: { [weak plugin] list, error in
        plugin?.running[id] = nil
        failed(list, id, error)
      }
    }
  }

  /// Loads what has an id, if it is neither loaded nor on its way: for a button, or for viewers without JavaScript.
  public func load(_ id: String, in list: ContainerModel) {
    guard !loaded.contains(id), running[id] == nil else { return }
    running[id] = start(self, list, id)
    list.send(Self.began, id)
  }

  /// Whether what has an id is on its way.
  func isLoading(_ id: String) -> Bool { running[id] != nil }

  /// Follows which rows come near.
  public override func begin(in list: ContainerModel) {
    list.on(Visibility.appeared) { [unowned self] list, address in
      if let row = list.children.sender { come(row, at: address, in: list) }
    }
    list.on(Visibility.disappeared) { [unowned self] list, address in
      // A row that is gone is near nobody.
      if list.children.sender == nil { near[address]?.viewers = 1 }
      near[address]?.viewers -= 1
      if near[address]?.viewers == 0 { leave(address, in: list) }
    }
  }

  /// Cancels the loads of a list that does not have the plugin any more.
  public override func end(in list: ContainerModel) {
    for (address, row) in near where row.list == ObjectIdentifier(list) { leave(address, in: list) }
  }

  /// The distance at which a row needs what it names.
  public override func visibility(of row: Node) -> Visibility? {
    row.traits.prefetched == nil ? nil : distance
  }

  private func come(_ row: Node, at address: String, in list: ContainerModel) {
    near[address]?.viewers += 1
    guard near[address] == nil, let ids = row.traits.prefetched else { return }
    near[address] = NearRow(list: ObjectIdentifier(list), ids: ids)
    for id in ids {
      users[id, default: 0] += 1
      load(id, in: list)
    }
  }

  private func leave(_ address: String, in list: ContainerModel) {
    for id in near.removeValue(forKey: address)?.ids ?? [] {
      users[id, default: 1] -= 1
      guard users[id] == 0 else { continue }
      users[id] = nil
      guard let task = running.removeValue(forKey: id) else { continue }
      task.cancel()
      list.send(Self.cancelled, id)
    }
  }
}
