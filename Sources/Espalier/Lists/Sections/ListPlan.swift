/// The new children of a container and of the sections below it. The plan first compares all lists, then makes all
/// changes.
///
/// Another section may need a node that its own section no longer needs. So the plan compares all sections before it
/// changes any of them.
struct ListPlan {
  struct List {
    let container: ContainerModel
    var children: [Node?] = []
    /// By new index, whether the node is in this container already.
    var keeping: [Bool] = []
    /// The nodes that the container no longer needs.
    var unwanted: [Node] = []
    /// The nodes that have a place in another list already.
    var leaving: [Node] = []
    var isUnchanged = false
  }

  struct Wanted {
    let list: Int
    let index: Int
    let element: any ListElementValue
    let maker: Maker?
  }

  /// Makes the node of an element; nil if the element makes it itself.
  typealias Maker = (any ListElementValue) -> NodeMaker?

  var lists: [List] = []
  /// The elements without a node in their own section.
  var wanted: [Wanted] = []
  /// The nodes that no section needs, by identity. The last one is taken first.
  private var spare: [RowIdentity: [Node]] = [:]

  /// Other values of rows for the nodes that were made for them. They may run code of the page, so every node is in its place
  /// before.
  var updates: [(node: Node, show: (Node) -> Void)] = []
  /// The nodes that closures have made now.
  private var made: [(node: Node, list: Int, index: Int)] = []
  /// Makes the nodes of the list that is compared now; nil if its elements make them themselves.
  var maker: Maker?
  /// Whether nodes move from one list to another.
  var movesNodes = false
  /// Whether a list may want a row that it has also given up: a source has announced it as removed and inserted.
  var followsSource = false

  /// How much the plan has.
  var size: (lists: Int, wanted: Int, updates: Int) { (lists.count, wanted.count, updates.count) }

  /// Leaves out what came after this, because it cannot be true.
  mutating func cut(to size: (lists: Int, wanted: Int, updates: Int)) {
    for list in lists[size.lists...] { list.container.isPlanned = false }
    lists.removeLast(lists.count - size.lists)
    wanted.removeLast(wanted.count - size.wanted)
    updates.removeLast(updates.count - size.updates)
  }

  mutating func compare(_ container: ContainerModel, with section: ListSection) {
    container.header = node(for: section.header, instead: container.header)
    container.footer = node(for: section.footer, instead: container.footer)
    container.layout = section.layout
    container.keep(section.plugins)
    compare(container, with: section.elements)
  }

  mutating func compare(_ container: ContainerModel, with elements: [ListElement]) {
    container.order?.isPaused = true
    let old = container.childNodes
    let places = RowMatching.places(
      of: elements.count, in: old.count, isSame: { elements[$1].value.isShown(by: old[$0]) },
      hashOfOld: { RowIdentity(of: old[$0]).hashValue }, hashOfNew: { elements[$0].value.identity.hashValue })
    let number = add(container, places)
    for (index, element) in elements.enumerated() {
      if places[index] < 0 {
        wanted.append(Wanted(list: number, index: index, element: element.value, maker: maker))
      } else {
        bringUpToDate(old[Int(places[index])], element.value)
      }
    }
  }

  /// Adds a list, and returns its number. Until the plan is carried out, nobody else changes the container's children.
  @discardableResult
  mutating func add(_ list: List) -> Int {
    list.container.isPlanned = true
    lists.append(list)
    return lists.count - 1
  }

  /// Adds the list of a container whose new children were its children at these places; −1 for a new one. Returns the
  /// list's number.
  mutating func add(_ container: ContainerModel, _ places: [Int32]) -> Int {
    let old = container.childNodes
    var list = List(container: container)
    list.isUnchanged =
      container.order == nil && places.count == old.count && places.indices.allSatisfy { places[$0] == $0 }
    if !list.isUnchanged {
      var isWanted = [Bool](repeating: false, count: old.count)
      for place in places where place >= 0 { isWanted[Int(place)] = true }
      list.children = places.map { $0 < 0 ? nil : old[Int($0)] }
      list.keeping = places.map { $0 >= 0 }
      list.unwanted = old.indices.lazy.filter { !isWanted[$0] }.map { old[$0] }
    }
    return add(list)
  }

  mutating func bringUpToDate(_ node: Node, _ element: any ListElementValue) {
    if let section = element.section, let container = node as? ContainerModel {
      compare(container, with: section)
    } else if MadeRow.identity(of: node) != nil {
      updates.append((node, maker?(element)?.update ?? element.update))
    } else {
      element.update(node)
    }
  }

  /// Gives a list a node that was made for it.
  mutating func put(_ node: Node, into list: Int, at index: Int) {
    lists[list].children[index] = node
    if MadeRow.identity(of: node) != nil { made.append((node, list, index)) }
  }

  /// A header or a footer keeps its node as long as its type stays the same.
  func node(for content: (any Content)?, instead old: Node?) -> Node? {
    guard let content else { return nil }
    func node<C: Content>(_ content: C) -> Node {
      guard let cell = old as? CellModel<C>, cell.isNamed(like: content) else { return CellModel(content) }
      cell.content = content
      return cell
    }
    return node(content)
  }

  /// Compares lists and carries out what is different, as one change of the tree.
  static func carryOut(in tree: Tree?, _ compare: (inout ListPlan) -> Void) {
    var plan = ListPlan()
    func change() {
      compare(&plan)
      plan.placeNodes()
      // A value that comes meanwhile is newer than these, so it comes afterwards.
      for update in plan.updates { update.show(update.node) }
    }
    if let tree { tree.delayingRows(change) } else { change() }
    plan.tellLife()
  }

  /// Finds or makes the missing nodes, removes the unwanted ones from the tree, and puts every node in its place.
  private mutating func placeNodes() {
    if movesNodes { moveBetweenLists() }
    if reusesNodes, !wanted.isEmpty {
      for list in lists { setAside(list.unwanted) }
    }
    var next = 0
    // A section that is made here adds its own list and its own wanted elements.
    while next < wanted.count {
      let wish = wanted[next]
      next += 1
      maker = wish.maker
      let spare = takeSpare(wish.element.identity, wish.element.isShown)
      let node = spare ?? maker?(wish.element)?.make() ?? wish.element.makeNode()
      if spare == nil {
        put(node, into: wish.list, at: wish.index)
      } else {
        lists[wish.list].children[wish.index] = node
      }
      if spare != nil || wish.element.section != nil || MadeRow.identity(of: node) != nil {
        bringUpToDate(node, wish.element)
      }
    }
    refuseUnfitNodes()
    for list in lists {
      list.container.isPlanned = false
      list.unwanted.forEach(list.container.leave)
      list.leaving.forEach(list.container.leave)
    }
    for var list in lists where !list.isUnchanged {
      refuseMisplaced(in: &list)
      let isThere = list.children.map { $0 != nil }
      list.container.exchange(
        children: list.children.compactMap(\.self), keeping: zip(list.keeping, isThere).filter(\.1).map(\.0))
    }
  }

  /// Tells apart the nodes that no list needs and those that move to another list.
  private mutating func moveBetweenLists() {
    var arriving: Set<ObjectIdentifier> = []
    for list in lists where !list.isUnchanged {
      for (node, isHere) in zip(list.children, list.keeping) where !isHere {
        if let node { arriving.insert(ObjectIdentifier(node)) }
      }
    }
    for index in lists.indices {
      lists[index].leaving = lists[index].unwanted.filter { arriving.contains(ObjectIdentifier($0)) }
      lists[index].unwanted.removeAll { arriving.contains(ObjectIdentifier($0)) }
    }
  }

  /// Leaves out the nodes that closures have made and that cannot be where they should be.
  private mutating func refuseUnfitNodes() {
    var new: Set<ObjectIdentifier> = []
    for (node, list, index) in made {
      let container = lists[list].container
      let isNew = node.parent == nil && new.insert(ObjectIdentifier(node)).inserted
      guard let reason = isNew ? container.reasonToRefuse(node) : .notNew else { continue }
      container.refuse(reason, node)
      lists[list].children[index] = nil
    }
  }

  /// Leaves out containers from another list that would come below themselves, or too deep.
  private func refuseMisplaced(in list: inout List) {
    for (index, isHere) in list.keeping.enumerated() where !isHere {
      guard let node = list.children[index] as? ContainerModel, node.hasNewPlace,
        let reason = list.container.reasonToRefuse(node)
      else { continue }
      // The container may have left the page with one above it.
      let container = lists.first { $0.container.tree != nil }?.container ?? list.container
      container.refuse(reason, node)
      list.children[index] = nil
    }
  }

  /// Calls the hooks of nodes that left, arrived or changed their section, when every node is in its place.
  private func tellLife() {
    for list in lists {
      for node in list.unwanted + list.leaving.filter({ $0.parent == nil }) where node.hasNewPlace {
        node.tellLife()
        if node.parent == nil { node.existing(MadeRow.self)?.onLeave?(node) }
      }
    }
    for list in lists where !list.isUnchanged {
      for case let node? in list.children where node.hasNewPlace { node.tellLife() }
    }
  }

  /// Whether a node that a list gives up may be needed.
  private var reusesNodes: Bool {
    followsSource || lists.count > 1 || wanted.contains { $0.element.section != nil }
      || lists.contains { $0.unwanted.contains { $0 is SectionModel } }
  }

  /// Offers nodes to other sections: only rows, including the rows of sections that are removed.
  mutating func setAside(_ nodes: [Node]) {
    for node in nodes.reversed() {
      if let section = node as? SectionModel {
        if section.isPlanned { continue }
        add(List(container: section, unwanted: section.childNodes))
        setAside(section.childNodes)
      } else {
        spare[RowIdentity(of: node), default: []].append(node)
      }
    }
  }

  mutating func takeSpare(_ identity: @autoclosure () -> RowIdentity, _ isNode: (Node) -> Bool) -> Node? {
    if spare.isEmpty { return nil }
    let identity = identity()
    guard let index = spare[identity]?.lastIndex(where: isNode) else { return nil }
    return spare[identity]?.remove(at: index)
  }
}

extension RowIdentity {
  fileprivate init(of node: Node) {
    self = MadeRow.identity(of: node) ?? RowIdentity(node.namedType, node.identity)
  }
}
