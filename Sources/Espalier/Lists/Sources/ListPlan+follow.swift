extension ListPlan {
  /// Gives a container the rows of a source, whose former places are known. Reads only new and updated rows, and
  /// compares no others.
  ///
  /// Throws if the source has no row at one of its places; the plan must then not be carried out.
  mutating func follow(
    _ source: Source, in container: ContainerModel, _ origins: RowOrigins
  ) throws(SourceError) {
    followsSource = true
    guard source.hasSections else {
      guard let section = origins.sections.first else { return compare(container, with: []) }
      guard let rows = section.rows else { return compare(container, with: try source.listSection(0).elements) }
      return try follow(source, 0, rows, in: container, [container])
    }
    let old = container.childNodes.compactMap { $0 as? ContainerModel }
    var list = List(container: container)
    var isWanted = [Bool](repeating: false, count: old.count)
    let number = add(list)
    for (index, section) in origins.sections.enumerated() {
      list.keeping.append(section.old != nil)
      guard let former = section.old else {
        list.children.append(nil)
        wanted.append(Wanted(list: number, index: index, element: try source.listSection(index), maker: maker))
        continue
      }
      let node = old[former]
      isWanted[former] = true
      list.children.append(node)
      if let rows = section.rows {
        try follow(source, index, rows, in: node, old)
      } else {
        compare(node, with: try source.listSection(index))
      }
    }
    let gone = zip(old, isWanted).filter { !$1 }.map(\.0)
    list.unwanted = gone
    list.isUnchanged = gone.isEmpty && origins.sections.enumerated().allSatisfy { $0 == $1.old }
    lists[number] = list
    for section in gone { add(List(container: section, unwanted: section.childNodes)) }
  }

  /// Gives a container the rows of one section. `old` has the container of each former section.
  private mutating func follow(
    _ source: Source, _ index: Int, _ rows: [RowOrigins.Origin], in container: ContainerModel, _ old: [ContainerModel]
  ) throws(SourceError) {
    var list = List(container: container)
    let number = add(list)
    list.children = [Node?](repeating: nil, count: rows.count)
    list.keeping = [Bool](repeating: false, count: rows.count)
    var isWanted = [Bool](repeating: false, count: container.childNodes.count)
    var isUnchanged = rows.count == container.childNodes.count
    for (place, origin) in rows.enumerated() {
      let from = origin.isNew ? nil : old[Int(origin.section)]
      let node = from?.childNodes[Int(origin.row)]
      if origin.isNew || origin.isUpdated {
        let element = try source.element(at: RowPath(section: index, row: place)).value
        guard let node, element.isShown(by: node) else {
          wanted.append(Wanted(list: number, index: place, element: element, maker: maker))
          isUnchanged = false
          continue
        }
        bringUpToDate(node, element)
      }
      list.children[place] = node
      guard from === container else {
        (isUnchanged, movesNodes) = (false, movesNodes || from != nil)
        continue
      }
      list.keeping[place] = true
      isWanted[Int(origin.row)] = true
      if Int(origin.row) != place { isUnchanged = false }
    }
    list.isUnchanged = isUnchanged
    list.unwanted = isUnchanged ? [] : zip(container.childNodes, isWanted).filter { !$1 }.map(\.0)
    lists[number] = list
  }
}

extension Source {
  /// A section with all its rows, as a value. Without a header, its title stands above the rows.
  final func listSection(_ index: Int) throws(SourceError) -> ListSection {
    let section = try section(at: index)
    var rows: [ListElement] = []
    for row in 0..<(try rowCount(in: index)) {
      rows.append(try element(at: RowPath(section: index, row: row)))
    }
    return ListSection(
      id: section.id, header: section.shownHeader, footer: section.footer,
      layout: section.layout, elements: rows)
  }
}

extension Source {
  /// Makes the node of a row of this source; nil if the row has no node of its own.
  final func maker(of element: any ListElementValue) -> NodeMaker? {
    guard let row = element as? SourceRow, row.origin != nil else { return nil }
    return nodeMaker(of: row.content, at: row.path).map { maker in
      NodeMaker(origin: maker.origin, make: { row.named(maker.make()) }) { node in
        _ = row.named(node)
        maker.update(node)
      }
    }
  }

  /// A row as a value, with the text by which a URL names it.
  fileprivate func element(at path: RowPath) throws(SourceError) -> ListElement {
    var row = try row(at: path)
    if isEditing { row = row.told(isEditing: true) }
    let origin = nodeMaker(of: row, at: path)?.origin
    return ListElement(
      SourceRow(row: ListElement(row).value, content: row, path: path, origin: origin, key: anchor(at: path)?.rawValue))
  }
}

/// A row of a source.
private struct SourceRow: ListElementValue {
  let row: any ListElementValue
  let content: any Content & Identifiable
  let path: RowPath
  /// Where its node comes from; nil for a plain cell.
  let origin: NodeOrigin?
  /// The text by which a URL names it.
  let key: String?

  var identity: RowIdentity { origin == nil ? row.identity : RowIdentity(of: content) }
  var rowContent: (any Content)? { content }

  func isShown(by node: Node) -> Bool {
    if let origin { return MadeRow.isNode(node, of: RowIdentity(of: content), from: origin) }
    return MadeRow.identity(of: node) == nil && row.isShown(by: node)
  }

  func makeNode() -> Node { named(row.makeNode()) }

  func update(_ node: Node) { row.update(named(node)) }

  func named(_ node: Node) -> Node {
    if let key { node.urlKey = key }
    return node
  }
}

extension SourceSection {
  /// The content above the rows: the header, or else the title.
  var shownHeader: (any Content)? { header ?? title.map(SectionTitle.init) }
}

/// The name of a section, above its rows.
struct SectionTitle: Content {
  let text: String
  var html: HTML { "<h2>\(text)</h2>" }
}
