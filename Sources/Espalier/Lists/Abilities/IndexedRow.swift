/// A row with a title of its own in the index beside its list. See ``Node/sectionIndex(above:)``.
///
/// ```swift
/// struct Card: IndexedRow, Identifiable {
///   let id: Int
///   var html: HTML { "Card \(id)" }
///   var indexTitle: String? { id % 10 == 0 ? "\(id)" : nil }
/// }
/// ```
public protocol IndexedRow: Content {
  /// A short text; nil if the index does not lead to this row.
  var indexTitle: String? { get }
}
