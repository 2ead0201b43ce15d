extension Node {
  /// The content of this row as a type, such as a protocol that says what the row can do.
  ///
  /// ```swift
  /// row.content(as: (any EditableRow).self)?.canDelete
  /// ```
  ///
  /// If the row is a container, it is the content of its header. In a table, it is that of its first cell with such a
  /// content. Nil if no content of the row has the type.
  public final func content<Value>(as type: Value.Type) -> Value? {
    guard let container = self as? ContainerModel else { return asCell?.anyContent as? Value }
    let cells = container.isTableRow ? container.children : [container.headerNode].compactMap(\.self)
    for cell in cells { if let content = cell.asCell?.anyContent as? Value { return content } }
    return nil
  }
}
