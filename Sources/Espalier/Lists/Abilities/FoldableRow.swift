/// The header of a row that people may fold: its rows then disappear, with everything below them. See ``Folding``.
///
/// ```swift
/// struct Bed: FoldableRow {
///   var name = ""
///   var html: HTML { "<strong>\(name)</strong>" }
/// }
/// list.set { ListSection("herbs", header: Bed(name: "Herbs")) { herbs } }
/// list.add(Folding())
/// ```
public protocol FoldableRow: Content {
  /// Whether people may fold and unfold the row. True unless declared.
  var canFold: Bool { get }
  /// Whether the row is unfolded when it is new. False unless declared.
  var isOpenAtStart: Bool { get }
}

extension FoldableRow {
  /// True.
  public var canFold: Bool { true }
  /// False.
  public var isOpenAtStart: Bool { false }
}
