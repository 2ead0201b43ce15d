extension ChangeSet {
  /// The operations as they are shortest to say: a container whose changes take more room than all that is in it is
  /// replaced. `size` is an operation's length in the dialect at hand.
  func shortened(by size: (Operation) -> Int) -> [Operation] {
    if shortcuts.isEmpty { return operations }
    var result: [Operation] = []
    var next = 0
    while next < operations.count {
      let candidates = shortcuts.filter { $0.range.lowerBound == next }
      let end = candidates.first?.range.upperBound ?? next + 1
      var part = Array(operations[next..<end])
      for candidate in candidates {
        let replaced = part.replacing(candidate.container, at: candidate.place)
        let saved = part.reduce(0) { $0 + size($1) } - replaced.reduce(0) { $0 + size($1) }
        if saved > 0 { part = replaced }
      }
      result += part
      next = end
    }
    return result
  }
}

extension [ChangeSet.Operation] {
  /// The same change with one container replaced at the end, instead of everything that happens inside it. What leaves
  /// it for elsewhere is inserted there, and what comes from elsewhere is removed there.
  func replacing(
    _ container: NodeSnapshot, at place: ChangeSet.Place, style: Animations.Style = .automatic
  ) -> [ChangeSet.Operation] {
    let address = place.container
    var result = compactMap { operation -> Element? in
      switch operation {
      case .insert(_, let place, _), .remove(_, let place, _), .move(_, _, let place, _),
        .update(_, let place, _, _, _),
        .replace(_, let place, _):
        return place.isInside(address) ? nil : operation
      case .relayout(let place, _, _):
        return place.isInside(address) && place.container != address ? nil : operation
      case .relocate(let key, let from, let newKey, let to, var node, let style):
        switch (from.isInside(address), to.isInside(address)) {
        case (true, true): return nil
        case (false, true): return .remove(key: key, from: from, style: style)
        case (true, false):
          node.key = newKey
          return .insert(node, at: to, style: style)
        case (false, false): return operation
        }
      }
    }
    result.append(.replace(container, at: place, style: style))
    return result
  }
}
