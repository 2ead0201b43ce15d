/// One source for each key of an ordered list of keys, made once. Each shows its sections. For one list of the rows of all
/// groups, put it into ``Source/rows(_:section:)``.
///
/// ```swift
/// let teams = GroupedSource(["red", "blue"]) { team in ArraySource(members(of: team)) }
/// teams.keys = ["blue", "green", "red"]  // moves a group, and makes one
/// ```
public final class GroupedSource<Key: Hashable>: Source {
  /// The keys in order. A key that occurs twice counts once. The source of a key is made when the key appears, and
  /// forgotten when the key disappears.
  public var keys: [Key] { didSet { regroup() } }
  private let groups = SectionsSource()
  private var sources: [Key: Source] = [:]
  private let make: (Key) -> Source

  /// Groups with these keys. `source` makes the source of a key; it must return a new one each time.
  public init(_ keys: [Key] = [], source: @escaping (Key) -> Source) {
    self.keys = keys
    make = source
    super.init()
    show(groups)
    regroup()
  }

  /// The source of a key; nil if the key is not in the list.
  public func source(of key: Key) -> Source? { sources[key] }

  private func regroup() {
    var kept: [Key: Source] = [:]
    var ordered: [Source] = []
    for key in keys where kept[key] == nil {
      let source = sources[key] ?? make(key)
      kept[key] = source
      ordered.append(source)
    }
    sources = kept
    groups.children = ordered
  }
}
