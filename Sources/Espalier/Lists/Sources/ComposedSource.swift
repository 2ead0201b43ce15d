/// Several sources one after the other. ``Source/sections(_:)`` and ``Source/rows(_:section:)`` make it.
public class ComposedSource: Source {
  /// The sources in order. A change of the array announces only the difference: sources that stay are not read again. One
  /// that is in use elsewhere is left out and reported. Cost: linear in the number of sources.
  public final var children: [Source] {
    get { sources }
    set { set(newValue) }
  }
  private var sources: [Source] = []
  /// For each child, the number of rows in each of its sections, as it was announced last.
  final var counts: [[Int]] = []
  /// For each child, the number of sections or rows before it, and behind the last child the number of all.
  private var starts = [0]

  /// Sources in order. One that is in use elsewhere is left out and reported.
  package init(_ children: [Source] = []) {
    super.init()
    for child in children where child.isAdopted(by: self) { adopt(child, at: sources.count) }
  }

  /// The number of a child's parts: its sections, or its rows.
  func size(of counts: [Int]) -> Int { 0 }
  /// The changes that insert, remove or move one part.
  func insertion(_ index: Int) -> RowChange { .insertSection(index) }
  func removal(_ index: Int) -> RowChange { .removeSection(index) }
  func move(_ from: Int, _ to: Int) -> RowChange { .moveSection(from: from, to: to) }
  /// The changes of a child as changes of this source. `before` is the number of parts before the child.
  func forwarded(_ changes: RowChanges, of child: Int, before: Int) throws(SourceError) -> RowChanges { changes }

  private func set(_ new: [Source]) {
    var known = Set(sources.map(ObjectIdentifier.init))
    let new = new.filter { known.remove(ObjectIdentifier($0)) != nil || $0.isAdopted(by: self) }
    var changes = RowChanges()
    for step in ListDiff(from: sources.map(ObjectIdentifier.init), to: new.map(ObjectIdentifier.init)).steps {
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
    sources.insert(sources.remove(at: from), at: to)
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

  private func adopt(_ child: Source, at index: Int) {
    child.isEditing = isEditing
    child.container = container
    sources.insert(child, at: index)
    counts.insert(count(child), at: index)
    renumber()
  }

  private func release(_ index: Int) {
    sources[index].owner = nil
    sources[index].container = nil
    sources.remove(at: index)
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
  final var size: Int { starts[sources.count] }

  /// The child that has a part, and the part's index there; nil if there is no such part. Cost: logarithmic.
  final func find(_ part: Int) -> (child: Int, part: Int)? {
    guard part >= 0, part < size else { return nil }
    var (low, high) = (0, sources.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= part { low = middle } else { high = middle }
    }
    return (low, part - starts[low])
  }

  /// The number of parts before a child.
  final func start(of child: Int) -> Int { starts[child] }

  override public func editingChanged() {
    for child in sources { child.isEditing = isEditing }
  }

  override public func containerChanged() {
    for child in sources { child.container = container }
  }

  override func sourceChanged(_ source: Source, _ changes: RowChanges) {
    guard let index = sources.firstIndex(where: { $0 === source }) else { return }
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
    counts[index] = count(sources[index])
    renumber()
    let new = starts[index]..<starts[index + 1]
    announce(RowChanges(old.map { _ in removal(old.lowerBound) } + new.map(insertion)))
  }
}

extension Source {
  /// The sections of several sources, one source after the other.
  ///
  /// ```swift
  /// list.children.source = .sections([favourites, allPeople])
  /// ```
  public static func sections(_ sources: [Source] = []) -> ComposedSource { SectionsSource(sources) }

  /// The rows of several sources as one list, so that a grid continues from one source to the next. It shows all rows of
  /// all sections.
  ///
  /// `section` is what the list shows besides its rows. The first source that has a header gives it one if `section` has
  /// none; the same holds for its footer and its title.
  public static func rows(_ sources: [Source] = [], section: SourceSection = SourceSection()) -> ComposedSource {
    RowsSource(sources, section: section)
  }
}
