/// Objects in the order of registration. Adding and removing take constant time.
struct Registrations<Element: AnyObject> {
  private var entries: [ObjectIdentifier: (order: Int, element: Element)] = [:]
  private var nextOrder = 0
  private var sorted: [Element]?

  var isEmpty: Bool { entries.isEmpty }

  mutating func insert(_ element: Element) {
    entries[ObjectIdentifier(element)] = (nextOrder, element)
    nextOrder += 1
    sorted?.append(element)
  }

  mutating func remove(_ element: Element) {
    if entries.removeValue(forKey: ObjectIdentifier(element)) != nil { sorted = nil }
  }

  /// The elements in order; sorted once after each removal.
  mutating func inOrder() -> [Element] {
    if let sorted { return sorted }
    let elements = entries.values.sorted { $0.order < $1.order }.map(\.element)
    sorted = elements
    return elements
  }
}
