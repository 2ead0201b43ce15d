/// The sections of a query: where each begins, and how many rows it has. They give the titles of the index.
package struct SectionStarts: Sendable {
  package struct Section: Sendable {
    /// The key of the first row.
    package var start: RowKey
    var count: Int
    /// Whether the first row has gone, so that the start has to be read.
    var isStale = false

    /// The value of the section column.
    package var value: SQLValue { start.values[0] }
  }

  /// An index with more titles helps nobody; and they would take memory.
  static let most = 1000

  /// The sections in the order of the query; none if there are too many.
  package private(set) var all: [Section] = []
  /// How many sections there are.
  package private(set) var count = 0
  /// Another number after each change of the sections or of their starts.
  package private(set) var version = 0
  private let order: KeyOrder

  init(order: KeyOrder) { self.order = order }

  /// The sections whose starts have to be read.
  var stale: [Int] { all.indices.filter { all[$0].isStale } }

  /// Adds a row of a scan, in the order of the query. `key` is asked for only if a new section begins.
  mutating func append(_ value: SQLValue, _ key: () -> RowKey) {
    if let last = all.last, order.compare(last.value, value) == 0 {
      all[all.count - 1].count += 1
    } else if count < Self.most {
      all.append(Section(start: key(), count: 1))
      count += 1
    } else {
      giveUp()
    }
  }

  /// Counts a row that came or went. Returns false if the numbers cannot be true any more.
  mutating func change(_ key: RowKey, by number: Int) -> Bool {
    if count > Self.most { return true }
    let (index, isKnown) = place(of: key)
    if !isKnown {
      if number < 0 { return false }
      version += 1
      guard count < Self.most else {
        giveUp()
        return true
      }
      all.insert(Section(start: key, count: number), at: index)
      count += 1
      return true
    }
    all[index].count += number
    let comparison = order.compare(key, all[index].start)
    if all[index].count <= 0 {
      version += 1
      count -= 1
      return all.remove(at: index).count == 0
    }
    if number > 0, comparison < 0 {
      version += 1
      (all[index].start, all[index].isStale) = (key, false)
    } else if number < 0, comparison == 0 {
      all[index].isStale = true
    }
    return true
  }

  /// Notes the first row of a section, which has been read.
  mutating func setStart(_ key: RowKey, of section: Int) {
    version += 1
    (all[section].start, all[section].isStale) = (key, false)
  }

  /// The index of the section that a key belongs to, or where this section would be.
  private func place(of key: RowKey) -> (index: Int, isKnown: Bool) {
    var (low, high) = (0, all.count)
    while low < high {
      let middle = (low + high) / 2
      if order.compare(all[middle].value, key.values[0]) < 0 { low = middle + 1 } else { high = middle }
    }
    return (low, low < all.count && order.compare(all[low].value, key.values[0]) == 0)
  }

  private mutating func giveUp() { (all, count) = ([], Self.most + 1) }
}

extension KeyOrder {
  /// The order of two sections.
  fileprivate func compare(_ one: SQLValue, _ other: SQLValue) -> Int {
    let result = one.compare(to: other, columns[0].collation)
    return columns[0].isDescending ? -result : result
  }
}
