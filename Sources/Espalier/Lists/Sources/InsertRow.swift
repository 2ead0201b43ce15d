/// The row at the end of a list that is being edited. Pressing it sends ``Editing/insert``.
public struct InsertRow: Content, Identifiable {
  /// The row's id in its list.
  public let id: String
  /// The text of the row. It is also the label of its button.
  let title: String
  /// People can insert at it.
  public var traits: RowTraits { RowTraits(canInsert: true) }
  /// The title.
  public var html: HTML { "\(title)" }

  /// A row with a title, such as "Add a plant". Give each such row of one list an id of its own.
  public init(_ title: String = "Insert", id: String = "insert") { (self.id, self.title) = (id, title) }
}
