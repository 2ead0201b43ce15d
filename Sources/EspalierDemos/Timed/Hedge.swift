import Espalier

/// A hedge that grows by itself: every moment some shrubs are planted between the others, until it is full.
final class Hedge: ContainerModel {
  /// The plan has so many shrubs, and up to three are planted at a time.
  private static let size = 24

  private let bar = CellModel(HedgeBar())
  private var growth: (any Cancellable)?
  /// Some stand there from the beginning.
  private var planted = 7

  override func didLoad() {
    header = bar
    on(HedgeBar.grow) { $0.grow() }
    on(HedgeBar.stop) { $0.stop() }
    persist(\.planted, as: "planted")
    show()
  }

  /// Plants until the hedge is full. A full hedge begins anew.
  private func grow() {
    growth?.cancel()
    if planted == Self.size { planted = 0 }
    bar.content.isGrowing = true
    show()
    let pause = waiting(.milliseconds(700))
    growth = listen(whileViewed: { Clock.ticks(every: pause) }) { hedge, _ in hedge.plant() }
  }

  private func stop() {
    growth?.cancel()
    growth = nil
    bar.content.isGrowing = false
  }

  private func plant() {
    planted = min(planted + 1 + planted % 3, Self.size)
    if planted == Self.size { stop() }
    show()
  }

  private func show() {
    bar.content.planted = planted
    bar.content.size = Self.size
    // The places are those of the plan; so new shrubs come between old ones.
    let shrubs = (0..<planted).map(Shrub.init).sorted { $0.place < $1.place }
    set(rows: shrubs, animations: Animations(insertRows: .fade, deleteRows: .fade))
  }
}

/// A clock outside of the page.
private enum Clock {
  static func ticks(every pause: Duration) -> AsyncStream<Void> {
    AsyncStream { try? await Task.sleep(for: pause) }
  }
}
