/// The keys of some of the rows, and how many rows lie from each to the next. They give the number of rows,
/// and the position of a row after a search of one range.
struct Samples: Sendable {
  /// One range of rows, in the order of the query.
  struct Range: Sendable {
    /// The key where the range begins. The first range has none: whatever comes before all keys is in it.
    let start: RowKey?
    var count: Int
  }

  private(set) var ranges: [Range]
  /// The number of all rows.
  private(set) var count = 0
  /// Another number after each change.
  private(set) var version = 0
  /// Whether no range has grown and each section's start is known, as far as somebody has looked.
  private(set) var isTidy = true
  /// The sections; nil if the query has none.
  var sections: SectionStarts?
  let order: KeyOrder
  /// The changes that the count has seen.
  let seen: SeenChanges
  private let every: Int

  /// Samples of keys that are added in their order.
  init(order: KeyOrder, every: Int, seen: SeenChanges, hasSections: Bool = false) {
    (self.order, self.every, self.seen) = (order, every, seen)
    sections = hasSections ? SectionStarts(order: order) : nil
    ranges = [Range(start: nil, count: 0)]
  }

  /// Adds the next row of a scan. `key` is asked for only if a new range begins.
  mutating func append(section: SQLValue? = nil, _ key: () -> RowKey) {
    if let section { sections?.append(section, key) }
    if ranges[ranges.count - 1].count == every { ranges.append(Range(start: key(), count: 0)) }
    ranges[ranges.count - 1].count += 1
    count += 1
  }

  /// The index of the range that a key belongs to.
  func range(of key: RowKey) -> Int {
    var (low, high) = (1, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if let start = ranges[middle].start, order.compare(start, key) <= 0 { low = middle + 1 } else { high = middle }
    }
    return low - 1
  }

  /// The number of rows before a range.
  func count(before range: Int) -> Int { ranges[..<range].reduce(0) { $0 + $1.count } }

  /// Counts a row that came or went. Returns false if the numbers cannot be true any more.
  mutating func change(_ key: RowKey, by number: Int) -> Bool {
    (version, isTidy) = (version + 1, false)
    let range = range(of: key)
    ranges[range].count += number
    count += number
    if ranges[range].count < 0 { return false }
    if ranges[range].count == 0, range > 0 { ranges.remove(at: range) }
    return sections?.change(key, by: number) ?? true
  }

  /// Notes that somebody has looked for ranges to divide and starts to read, and found all.
  mutating func tidied() { isTidy = true }

  /// The ranges that have grown to twice their size.
  var large: [Int] { ranges.indices.filter { ranges[$0].count > 2 * every } }

  /// Divides a range at the key of the row that is `offset` rows after its start.
  mutating func divide(_ range: Int, at key: RowKey, offset: Int) {
    version += 1
    let rest = ranges[range].count - offset
    ranges[range].count = offset
    ranges.insert(Range(start: key, count: rest), at: range + 1)
  }
}
