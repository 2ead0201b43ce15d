import Synchronization

extension TreeNode where Self: Node {
  /// Shows what a holder holds: the handler gets the value now, and whenever it has become another one, for as long as the
  /// node is part of a page; when it comes back, the value that it has by then.
  ///
  /// ```swift
  /// list.present(basket) { list, basket in list.set(rows: basket.wares) }
  /// ```
  ///
  /// Changes that come faster than the page is updated are one: the handler gets the last value. What is returned need not
  /// be kept; it is there to end it earlier.
  @discardableResult
  public func present<Value>(_ holder: Holder<Value>, _ show: @escaping (Self, Value) -> Void) -> Listening {
    let begin = { (inbox: Inbox, number: Int) in
      let isTold = Flag()
      let tell: @Sendable () -> Void = { if isTold.raise() { inbox.put(isTold, for: number) } }
      let listener = holder.changed.add(tell)
      // What happened before is not to be missed.
      tell()
      return { holder.changed.remove(listener) }
    }
    var shown = holder.value
    let listening = Listening(of: self, to: holder, begin: begin) { [weak self] flag in
      // Lowered before the value is read: what changes after that is told again.
      (flag as? Flag)?.lower()
      let value = holder.value
      guard let self, value != shown else { return }
      shown = value
      show(self, value)
    }
    show(self, shown)
    add(listening)
    return listening
  }
}

extension CellModel {
  /// A cell whose content is what a holder holds.
  public convenience init(presenting holder: Holder<C>, key: String? = nil) {
    self.init(holder.value, key: key)
    present(holder) { $0.content = $1 }
  }
}

/// Whether something has been said that was not taken yet.
private final class Flag: Sendable {
  private let isUp = Atomic(false)

  /// Returns whether it was down.
  func raise() -> Bool { !isUp.exchange(true, ordering: .acquiringAndReleasing) }

  func lower() { isUp.store(false, ordering: .releasing) }
}
