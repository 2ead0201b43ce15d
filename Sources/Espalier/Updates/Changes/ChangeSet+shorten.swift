extension ChangeSet {
  /// Whether the only operation is the new content of a cell.
  var isOneUpdate: Bool {
    if operations.count == 1, case .update = operations[0] { true } else { false }
  }

  /// The addresses of all containers with a change inside, at any depth.
  var addresses: Set<String> {
    var found: Set<String> = []
    func note(_ address: String?) {
      var next = address
      while let address = next, found.insert(address).inserted { next = Address.above(address) }
    }
    for operation in operations {
      switch operation {
      case .relayout(_, let place): note(Address.above(place.container))
      case .relocate(_, let from, _, let to, _, _):
        note(from.container)
        note(to.container)
      default: note(operation.place.container)
      }
    }
    return found
  }

  /// Returns the shortest form of the operations: if the changes of a container are larger than its whole content, the
  /// container is replaced. `size` returns the size of an operation in the current dialect.
  func shortened(by size: (Operation) -> Int) -> [Operation] {
    if shortcuts.isEmpty { return operations }
    var result: [Operation] = []
    var end = 0
    var rest = shortcuts[...]
    // Flush by flush, because each replacement holds a container as it was at the end of its flush.
    while let range = rest.first?.range {
      let choices = rest.prefix { $0.range == range }
      rest = rest.dropFirst(choices.count)
      result += operations[end..<range.lowerBound]
      let part = Array(operations[range])
      let shorter = Shortening(of: part, by: Array(choices), size).chosen
      result += shorter.isEmpty ? part : part.replacing(shorter)
      end = range.upperBound
    }
    return result + operations[end...]
  }
}

/// Chooses, for each container with many changes, between its changes and its whole content.
private struct Shortening {
  private(set) var chosen: [ChangeSet.Shortcut] = []
  private let shortcuts: [String: ChangeSet.Shortcut]
  /// The size of the operations inside a container, without those inside inner containers that may be replaced too.
  private var inside: [String: Int] = [:]
  /// The extra size of operations elsewhere if the container is replaced: for rows that left it, and for rows that came
  /// to it.
  private var outside: [String: Int] = [:]

  init(
    of operations: [ChangeSet.Operation], by choices: [ChangeSet.Shortcut], _ size: (ChangeSet.Operation) -> Int
  ) {
    shortcuts = Dictionary(choices.map { ($0.place.container, $0) }) { $1 }
    for operation in operations { add(operation, size) }
    // Inner containers first: an outer container counts what is left after its inner ones are shortened.
    for choice in choices.sorted(by: { $0.place.path.count > $1.place.path.count }) {
      let address = choice.place.container
      let whole = size(.replace(choice.container, at: choice.place, by: choice.exchange)) + outside[address, default: 0]
      let parts = inside[address, default: 0]
      if whole < parts { chosen.append(choice) }
      if let outer = nearest(Address.above(address)) { inside[outer, default: 0] += min(whole, parts) }
    }
  }

  private mutating func add(_ operation: ChangeSet.Operation, _ size: (ChangeSet.Operation) -> Int) {
    switch operation {
    case .relayout(_, let place): add(size(operation), nearest(Address.above(place.container)))
    case .relocate(let key, let from, _, let to, _, let transition):
      let own = size(operation)
      let arrival = operation.arrival.map(size) ?? 0
      let (sources, targets) = (shortcuts(around: from), shortcuts(around: to))
      let common = Set(sources).intersection(targets)
      for address in sources where !common.contains(address) { outside[address, default: 0] += arrival - own }
      let departure = size(.remove(key: key, from: from, by: transition))
      for address in targets where !common.contains(address) { outside[address, default: 0] += departure - own }
      add(own, sources.first { common.contains($0) })
    default: add(size(operation), nearest(operation.place.container))
    }
  }

  private mutating func add(_ size: Int, _ address: String?) {
    if let address { inside[address, default: 0] += size }
  }

  private func nearest(_ address: String?) -> String? {
    var next = address
    while let address = next, shortcuts[address] == nil { next = Address.above(address) }
    return next
  }

  /// The containers around a place that may be replaced, the innermost first.
  private func shortcuts(around place: ChangeSet.Place) -> [String] {
    Array(
      sequence(state: nearest(place.container)) { next in
        defer { next = next.flatMap { nearest(Address.above($0)) } }
        return next
      })
  }
}

extension [ChangeSet.Operation] {
  /// Returns the same change with containers replaced at the end, without the operations inside them. A row that leaves
  /// such a container is inserted in its new one, and a row that comes to it is removed from its old one.
  func replacing(_ shortcuts: [ChangeSet.Shortcut]) -> [ChangeSet.Operation] {
    let all = Set(shortcuts.map(\.place.container))
    func isInside(_ address: String?) -> Bool {
      var next = address
      while let address = next {
        if all.contains(address) { return true }
        next = Address.above(address)
      }
      return false
    }
    var result = compactMap { operation -> Element? in
      switch operation {
      case .relayout(_, let place): return isInside(Address.above(place.container)) ? nil : operation
      case .relocate(let key, let from, _, let to, _, let transition):
        switch (isInside(from.container), isInside(to.container)) {
        case (true, true): return nil
        case (false, true): return .remove(key: key, from: from, by: transition)
        case (true, false): return operation.arrival
        case (false, false): return operation
        }
      default: return isInside(operation.place.container) ? nil : operation
      }
    }
    for shortcut in shortcuts where !isInside(Address.above(shortcut.place.container)) {
      result.append(.replace(shortcut.container, at: shortcut.place, by: shortcut.exchange))
    }
    return result
  }
}

extension ChangeSet.Operation {
  /// The place of the operation; for a row that changes its container, the new place.
  var place: ChangeSet.Place {
    switch self {
    case .insert(_, let place, _), .remove(_, let place, _), .move(_, _, let place, _, _),
      .update(_, let place, _, _, _),
      .relocate(_, _, _, let place, _, _), .relayout(_, let place), .replace(_, let place, _):
      place
    }
  }

  /// The transition of the operation; nil if it is not a change of a single node.
  var transition: Animations.Transition? {
    switch self {
    case .insert(_, _, let transition), .remove(_, _, let transition), .move(_, _, _, _, let transition),
      .update(_, _, _, _, let transition), .relocate(_, _, _, _, _, let transition):
      transition
    case .relayout, .replace: nil
    }
  }

  /// A relocation as an insertion, for when the old container is replaced; nil for other operations.
  fileprivate var arrival: Self? {
    guard case .relocate(_, _, let key, let to, var node, let transition) = self else { return nil }
    node.key = key
    return .insert(node, at: to, by: transition)
  }
}
