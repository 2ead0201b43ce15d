extension ContainerModel.Children {
  /// Where the children come from; nil if they are added and set one by one.
  ///
  /// The container shows the source's rows at once, and from then on what the source announces. Rows that stay keep
  /// their nodes. Sections are containers, each with its header, its rows and its footer. Nil removes all rows.
  ///
  /// Do not add or remove children of such a container: the next change of the source would remove or restore them.
  /// A source that is in use elsewhere is refused and reported. Cost of a change: one row is read for each row that is
  /// new or updated; linear in the list, without comparing rows.
  public var source: Source? {
    get { container.source }
    nonmutating set { container.source = newValue }
  }

  /// Whether people are editing the rows. The container's source has it as ``Source/isEditing``, also a source that the
  /// container gets later, and the contents of its rows as ``EditableRow/isEditing``. Without a source, set it again for
  /// rows that come later.
  public var isEditing: Bool {
    get { container.isEditing }
    nonmutating set { container.isEditing = newValue }
  }
}

extension ContainerModel {
  final var source: Source? {
    get { existing(SourceRows.self)?.source }
    set {
      guard newValue !== source else { return }
      if isPlanned { return refuse(.isChanging, self) }
      if newValue != nil, order != nil {
        order = nil
        refuse(.hasSource, self)
      }
      feature(SourceRows.self).show(newValue, in: self)
    }
  }

  final var isEditing: Bool {
    get { existing(SourceRows.self)?.isEditing ?? false }
    set {
      if newValue != isEditing { feature(SourceRows.self).isEditing = newValue }
      for row in childNodes { row.tellContents(isEditing: newValue) }
    }
  }
}

/// The containers of a tree that wait for rows. They take them when somebody looks at the children of one of them, and before
/// a flush. So what several sources announce in one event is one change.
private final class AnnouncedRows: TreeFeature {
  var waiting: [SourceRows] = []
  /// What the source of each container has announced, for a test; nil if nobody asks for it.
  var log: [ObjectIdentifier: RowChanges]?

  override func takeRows(in tree: Tree) {
    let all = waiting.filter { !$0.isHeld }
    waiting.removeAll { !$0.isHeld }
    SourceRows.take(all, in: tree)
  }
}

/// The source of a container, and the numbers of rows that the container shows of it.
private final class SourceRows: NodeFeature, SourceOwner {
  private(set) var source: Source?
  var isEditing = false { didSet { source?.isEditing = isEditing } }
  private weak var container: ContainerModel?
  private var counts: [Int] = []
  /// What the source has announced since then.
  private var announced = RowChanges()
  /// Whether the header, the footer or the layout may be another one.
  private var showsOtherFrame = false
  /// The header and the footer that the source gave to the container itself.
  private var header: Node?
  private var footer: Node?
  /// Whether the container goes on waiting, because a source is in the middle of several changes.
  private(set) var isHeld = false

  func show(_ source: Source?, in container: ContainerModel) {
    self.container = container
    if let source, !source.isAdopted(by: self) { return }
    self.source?.owner = nil
    self.source?.container = nil
    // It may announce its rows for editing now. All its rows are read below.
    source?.isEditing = isEditing
    self.source = source
    source?.container = container
    announced = RowChanges()
    container.awaitRows(false, inSections: true)
    ListPlan.carryOut(in: container.tree) { compareAll(in: &$0) }
    finish()
  }

  func sourceChanged(_ source: Source, _ changes: RowChanges) {
    guard let container, source === self.source else { return }
    announced.append(changes)
    guard let tree = container.tree else { return SourceRows.take([self], in: nil) }
    let all = tree.feature(AnnouncedRows.self)
    all.log?[ObjectIdentifier(container), default: RowChanges()].append(changes)
    if !container.awaitsRows { wait(in: tree) }
  }

  private func wait(in tree: Tree) {
    if tree.hasEnded { return }
    container?.awaitRows(true, inSections: source?.hasSections == true)
    tree.awaitsRows = true
    tree.feature(AnnouncedRows.self).waiting.append(self)
  }

  /// A container that waits goes on waiting in another tree.
  override func didMove(_ node: Node, from old: Tree?, to new: Tree?) {
    if let new, new !== old, container?.awaitsRows == true { wait(in: new) }
  }

  /// Gives containers the rows that their sources have announced. A row that has left one of them and has come to another
  /// keeps its node.
  static func take(_ all: [SourceRows], in tree: Tree?) {
    for rows in all { rows.container?.awaitRows(false, inSections: rows.source?.hasSections == true) }
    ListPlan.carryOut(in: tree) { for rows in all { rows.compare(in: &$0) } }
    for rows in all { rows.finish() }
  }

  /// Makes changes of a source, during which the container does not ask for rows.
  func holding(_ changes: () throws -> Void) rethrows {
    let was = isHeld
    isHeld = true
    defer {
      isHeld = was
      if let container, container.awaitsRows { container.tree?.awaitsRows = true }
    }
    try changes()
  }

  /// Compares the rows that have changed with the children, or all if the source did not announce its changes.
  private func compare(in plan: inout ListPlan) {
    guard let container, let source, !announced.isEmpty else { return }
    let announced = announced
    self.announced = RowChanges()
    plan.maker = source.maker
    let start = plan.size
    do {
      guard container.shows(counts, of: source) else { return compareAll(in: &plan) }
      let new = try source.rowCounts()
      let origins = try RowOrigins(of: announced, from: counts, to: new)
      try plan.follow(source, in: container, origins)
      counts = new
      showsOtherFrame = !source.hasSections && origins.sections.first?.rows == nil
    } catch {
      sourceReports(error, source)
      plan.cut(to: start)
      compareAll(in: &plan)
    }
  }

  /// Reads all rows, and compares them with those that are shown. Leaves out what cannot be read, and reports it.
  private func compareAll(in plan: inout ListPlan) {
    guard let container else { return }
    var sections: [ListSection] = []
    counts = []
    for index in 0..<(source?.sectionCount ?? 0) {
      do {
        guard let section = try source?.listSection(index) else { break }
        sections.append(section)
        counts.append(section.elements.count)
      } catch {
        container.report { .source("\(error)", address: $0.address) }
      }
    }
    plan.maker = source?.maker
    let hasSections = source?.hasSections == true
    plan.compare(
      container, with: hasSections ? sections.map { ListElement($0) } : sections.first?.elements ?? [])
    showsOtherFrame = true
  }

  /// Shows what stands beside the rows.
  private func finish() {
    container?.shareSectionIndex()
    guard showsOtherFrame else { return }
    showsOtherFrame = false
    putFrame(source?.hasSections == true || counts.isEmpty ? nil : try? source?.section(at: 0))
  }

  /// Puts the header and the footer of the only section into the container. Where the section has none, those of the
  /// page stay.
  private func putFrame(_ section: SourceSection?) {
    guard let container else { return }
    let plan = ListPlan()
    func put(
      _ content: (any Content)?, _ own: ReferenceWritableKeyPath<SourceRows, Node?>,
      _ place: ReferenceWritableKeyPath<ContainerModel, Node?>
    ) {
      let old = self[keyPath: own]
      guard content != nil || old != nil else { return }
      if content == nil, container[keyPath: place] !== old { return }
      let node = plan.node(for: content, instead: container[keyPath: place])
      self[keyPath: own] = node
      container[keyPath: place] = node
    }
    put(section?.shownHeader, \.header, \.header)
    put(section?.footer, \.footer, \.footer)
    if let layout = section?.layout, layout != .inherited { container.layout = layout }
  }

  func sourceReports(_ error: SourceError, _ source: Source) {
    let type = bareName(of: type(of: source))
    container?.report { .source("\(type): \(error)", address: $0.address) }
  }

  func refuse(_ error: SourceError) { container?.report { .source("\(error)", address: $0.address) } }

  func isInside(_ source: Source) -> Bool { false }
}

extension Tree {
  /// Whether the tree keeps what the sources of its containers announce.
  package var recordsAnnouncements: Bool {
    get { existing(AnnouncedRows.self)?.log != nil }
    set { feature(AnnouncedRows.self).log = newValue ? [:] : nil }
  }

  /// What the source of a container has announced since the last call.
  package func takeAnnouncements(in container: ContainerModel) -> [RowChange] {
    feature(AnnouncedRows.self).log?.removeValue(forKey: ObjectIdentifier(container))?.all ?? []
  }
}

extension ContainerModel {
  /// Makes several changes of the source, during which the container does not ask for rows.
  final func holdingRows(_ changes: () throws -> Void) rethrows {
    guard let rows = existing(SourceRows.self) else { return try changes() }
    try rows.holding(changes)
  }
}

extension ContainerModel {
  /// Whether the children are the rows that the source last announced.
  fileprivate func shows(_ counts: [Int], of source: Source) -> Bool {
    guard source.hasSections else { return counts.count <= 1 && childNodes.count == counts.first ?? 0 }
    return childNodes.count == counts.count
      && zip(childNodes, counts).allSatisfy { ($0 as? ContainerModel)?.childNodes.count == $1 }
  }
}
