// Names of 0.1 that have another name now. The compiler of a program says the new name. Version 0.3 removes this file.

/// The name of `Layout.Placement` in 0.1.
@available(*, unavailable, renamed: "Layout.Placement")
public typealias Placement = Layout.Placement

/// The name of `Layout.Separator` in 0.1.
@available(*, unavailable, renamed: "Layout.Separator")
public typealias Separator = Layout.Separator

extension TreeNode where Self: Node {
  /// The name of `listen(to:_:)` for sequences in 0.1.
  @available(*, unavailable, renamed: "listen(to:_:)")
  @discardableResult
  public func follow<Elements: AsyncSequence & Sendable>(
    _ elements: Elements, _ handler: @escaping (Self, Elements.Element) -> Void
  ) -> any Cancellable where Elements.Element: Sendable, Elements.Failure == Never {
    listen(to: elements, handler)
  }
}
