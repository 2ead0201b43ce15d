extension ContainerModel {
  /// Gives a table its head, with the current titles and order, and removes the head of a container that is no table
  /// any more. Another header is reported and removed.
  final func keepHead() {
    let head = headerNode as? TableHeadModel
    guard let table = shownTable else {
      if head != nil { header = nil }
      return
    }
    if let head {
      var content = TableHead(table)
      content.language = pageLanguage
      return head.content = content
    }
    if let other = headerNode {
      report { [name = other.typeName] in
        .table(
          """
          makes its own header, so the header \(name) is not shown; write the text into the caption, or put the header \
          into the container above
          """, address: $0.address)
      }
    }
    header = TableHeadModel(table)
  }
}
