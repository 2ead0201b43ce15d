/// Several sources one after the other. See ``SectionsSource`` and ``RowsSource``.
public class ComposedSource: Source {
  /// The sources in order.
  public private(set) final var children: [Source] = []
  /// For each child, the number of rows in each of its sections, as it was announced last.
  final var counts: [[Int]] = []
  /// For each child, the number of sections or rows before it, and behind the last child the number of all.
  private var starts = [0]

  /// Sources in order. One that is in use elsewhere is left out and reported.
  public init(_ children: [Source] = []) {
    super.init()
    for child in children where child.isAdopted(by: self) { adopt(child, at: self.children.count) }
  }

  /// The number of a child's parts: its sections, or its rows.
  func size(of counts: [Int]) -> Int { 0 }
  /// The changes that insert, remove or move one part.
  func insertion(_ index: Int) -> RowChange { .insertSection(index) }
  func removal(_ index: Int) -> RowChange { .removeSection(index) }
  func move(_ from: Int, _ to: Int) -> RowChange { .moveSection(from: from, to: to) }
  /// The changes of a child as changes of this source. `before` is the number of parts before the child.
  func forwarded(_ changes: RowChanges, of child: Int, before: Int) throws(SourceError) -> RowChanges { changes }

  /// Adds a source at the end.
  public final func add(_ child: Source) { insert(child, checked: children.count) }

  /// Inserts a source. Throws if the index is not from 0 to the number of sources.
  public final func insert(_ child: Source, at index: Int) throws(SourceError) {
    guard (0...children.count).contains(index) else { throw .child(index, count: children.count) }
    insert(child, checked: index)
  }

  private func insert(_ child: Source, checked index: Int) {
    guard child.isAdopted(by: self) else { return }
    adopt(child, at: index)
    announce(RowChanges((starts[index]..<starts[index + 1]).map(insertion)))
  }

  /// Removes a source. One that is not here changes nothing.
  public final func remove(_ child: Source) {
    if let index = children.firstIndex(where: { $0 === child }) { remove(checked: index) }
  }

  /// Removes the source at an index, and returns it.
  @discardableResult
  public final func remove(at index: Int) throws(SourceError) -> Source {
    let child = try self.child(at: index)
    remove(checked: index)
    return child
  }

  private func remove(checked index: Int) {
    let parts = starts[index]..<starts[index + 1]
    release(index)
    announce(RowChanges(parts.map { _ in removal(parts.lowerBound) }))
  }

  /// Puts these sources in place of all others. Those that stay are not read again.
  public final func set(_ new: [Source]) {
    var known = Set(children.map(ObjectIdentifier.init))
    let new = new.filter { known.remove(ObjectIdentifier($0)) != nil || $0.isAdopted(by: self) }
    var changes = RowChanges()
    for step in ListDiff(from: children.map(ObjectIdentifier.init), to: new.map(ObjectIdentifier.init)).steps {
      switch step {
      case .remove(_, let index):
        let parts = starts[index]..<starts[index + 1]
        release(index)
        for _ in parts { changes.append(removal(parts.lowerBound)) }
      case .insert(let row, let index, _):
        adopt(new[row], at: index)
        for part in starts[index]..<starts[index + 1] { changes.append(insertion(part)) }
      case .move(_, let from, let to, _): changes.append(moveChild(from, to))
      }
    }
    announce(changes)
  }

  private func moveChild(_ from: Int, _ to: Int) -> RowChanges {
    let old = starts[from]..<starts[from + 1]
    children.insert(children.remove(at: from), at: to)
    counts.insert(counts.remove(at: from), at: to)
    renumber()
    let new = starts[to]..<starts[to + 1]
    // Each part that goes down leaves the first place to the next one.
    return RowChanges(
      (0..<old.count).map { number in
        new.lowerBound > old.lowerBound
          ? move(old.lowerBound, new.upperBound - 1) : move(old.lowerBound + number, new.lowerBound + number)
      })
  }

  /// The source at an index. Throws if there is none.
  package final func child(at index: Int) throws(SourceError) -> Source {
    guard children.indices.contains(index) else { throw .child(index, count: children.count) }
    return children[index]
  }

  private func adopt(_ child: Source, at index: Int) {
    child.isEditing = isEditing
    child.container = container
    children.insert(child, at: index)
    counts.insert(count(child), at: index)
    renumber()
  }

  private func release(_ index: Int) {
    children[index].owner = nil
    children[index].container = nil
    children.remove(at: index)
    counts.remove(at: index)
    renumber()
  }

  private func renumber() {
    starts = [0]
    for counts in counts { starts.append(starts[starts.count - 1] + size(of: counts)) }
  }

  /// A child that cannot count its rows has none, and the error is reported.
  private func count(_ child: Source) -> [Int] {
    do { return try child.rowCounts() } catch {
      report(error)
      return []
    }
  }

  /// The number of all parts.
  final var size: Int { starts[children.count] }

  /// The child that has a part, and the part's index there; nil if there is no such part. Cost: logarithmic.
  final func find(_ part: Int) -> (child: Int, part: Int)? {
    guard part >= 0, part < size else { return nil }
    var (low, high) = (0, children.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= part { low = middle } else { high = middle }
    }
    return (low, part - starts[low])
  }

  /// The number of parts before a child.
  final func start(of child: Int) -> Int { starts[child] }

  override public func editingChanged() {
    for child in children { child.isEditing = isEditing }
  }

  override public func containerChanged() {
    for child in children { child.container = container }
  }
}

extension ComposedSource: SourceOwner {
  func sourceChanged(_ source: Source, _ changes: RowChanges) {
    guard let index = children.firstIndex(where: { $0 === source }) else { return }
    do {
      let forwarded = try forwarded(changes, of: index, before: starts[index])
      counts[index] = count(source)
      renumber()
      announce(forwarded)
    } catch {
      report(error)
      replace(index)
    }
  }

  /// Announces all parts of a child as removed and inserted, because its own changes cannot be true.
  private func replace(_ index: Int) {
    let old = starts[index]..<starts[index + 1]
    counts[index] = count(children[index])
    renumber()
    let new = starts[index]..<starts[index + 1]
    announce(RowChanges(old.map { _ in removal(old.lowerBound) } + new.map(insertion)))
  }
}
