import Synchronization

extension TreeNode where Self: Node {
  /// Shows what a holder holds: the handler gets the value now, and whenever it has become another one, for as long as the
  /// node is part of a page; when it comes back, the value that it has by then.
  ///
  /// ```swift
  /// list.present(basket) { list, basket in list.set(rows: basket.wares) }
  /// ```
  ///
  /// Changes that come faster than the page is updated are one: the handler gets the last value.
  public func present<Value>(_ holder: Holder<Value>, _ show: @escaping (Self, Value) -> Void) {
    let isTold = Flag()
    let begin = { (inbox: Inbox, number: Int) in
      let tell: @Sendable () -> Void = { if isTold.raise() { inbox.put((), for: number) } }
      let listener = holder.changed.add(tell)
      // What happened before is not to be missed.
      tell()
      return {
        holder.changed.remove(listener)
        isTold.lower()
      }
    }
    let listening = Listening(to: holder.changed, begin: begin) { [weak self] _ in
      // Lowered before the value is read: what changes after that is told again.
      isTold.lower()
      if let self { show(self, holder.value) }
    }
    show(self, holder.value)
    add(listening)
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
