import EspalierLocks

/// One model that is shown in several places: of a page, or of any number of pages.
///
/// ```swift
/// let star = Holder(Star(isSet: false))
/// list.add(CellModel(presenting: star))      // here, and at any other place
/// star.update { $0.isSet = true }            // on whatever thread: every place shows it
/// ```
///
/// It keeps the value; what shows it is a presentation: a cell that has it as its content, or any node by `present`.
public final class Holder<Value: Equatable & Sendable>: Sendable {
  private let state: Lock<Value>

  /// Says that the value has become another one.
  public let changed = Signal<Void>()

  /// Holds a value.
  public init(_ value: Value) { state = Lock(value) }

  /// The value as it is now.
  public var value: Value { state.withLock { $0 } }

  /// Changes the value, any number of its fields at once, and tells all who present it if it is another one then. The closure
  /// runs alone, so it must not ask this holder for anything.
  public func update(_ change: (inout Value) -> Void) {
    let isNew = state.withLock { value in
      let old = value
      change(&value)
      return value != old
    }
    if isNew { changed.send(()) }
  }
}
