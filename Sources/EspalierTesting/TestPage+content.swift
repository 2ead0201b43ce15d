public import Espalier

extension TestPage {
  /// The content that a node shows, as its type.
  ///
  /// ```swift
  /// #expect(try page.content(of: "B/photo", as: Photo.self).tone == "crimson")
  /// ```
  ///
  /// For a `Cell`, the type is that of its data. Commands of the content do nothing. Throws a ``Failure`` that names the
  /// address and the field if the page has no such node, or if the node shows something else.
  public func content<Value: Decodable>(of address: String, as type: Value.Type = Value.self) throws -> Value {
    try found(address).content(as: type)
  }

  /// The contents of all nodes that show this type, in the order of the page.
  ///
  /// ```swift
  /// #expect(try page.contents(as: ChoreRow.self).map(\.title) == ["Water the fig", "Feed the cat"])
  /// ```
  public func contents<C: Content>(as type: C.Type = C.self) throws -> [C] {
    try TestNode(json: document).all.compactMap { node in
      // A content may name its type itself, so only its value says whether it is this type.
      node.type == bareName(of: type) ? try node.content(as: type) : try? node.content(as: type)
    }
  }
}

extension TestNode {
  /// The content that the node shows, as its type. Throws a ``TestPage/Failure`` that names the address and the field if
  /// it shows something else.
  func content<Value: Decodable>(as type: Value.Type) throws -> Value {
    let model = json["model"] ?? .null
    let value: Value
    do {
      value = try model.decode(type, trustsMarkup: true)
    } catch {
      let field = error.field.hasPrefix("data.") ? String(error.field.dropFirst("data.".count)) : error.field
      throw failure(as: type, "the field \"\(field)\" \(error.reason)")
    }
    if let content = value as? any Content, self.type != content.typeName ?? bareName(of: type) {
      throw failure(as: type, "it is another type")
    }
    return value
  }

  private func failure(as type: Any.Type, _ reason: String) -> TestPage.Failure {
    let wanted = bareName(of: type)
    return TestPage.Failure(
      description: "the node \"\(address)\" shows the type \(self.type) and cannot be read as \(wanted): \(reason)")
  }

  /// This node and all nodes in it, in the order of the page.
  fileprivate var all: [TestNode] { [self] + children.flatMap(\.all) }
}
