extension DOMDialect {
  /// In a page with regions there is no list around the root's children: each fills its place in the page, or leaves it
  /// empty, and one that has no place is not shown. Returns whether the operation has been dealt with.
  func append(inRegions operation: ChangeSet.Operation, to bytes: inout [UInt8]) -> Bool {
    switch operation {
    case .insert(let node, let place, _):
      if place.container.isEmpty { fill(with: node, to: &bytes) }
      return !isShown(place)
    case .remove(let key, let place, _):
      if place.container.isEmpty { clear(key, to: &bytes) }
      return !isShown(place)
    case .move(_, _, let place, _): return !isShown(place)
    case .relocate(let key, let from, let newKey, let to, var node, let style):
      if isShown(from) && isShown(to) { return false }
      node.key = newKey
      for step in [ChangeSet.Operation.remove(key: key, from: from, style: style), .insert(node, at: to, style: style)]
      where !append(inRegions: step, to: &bytes) { append(step, to: &bytes) }
      return true
    case .update(let key, let place, _, _, _): return !isShown(place) && !regions.contains(place.address(of: key))
    case .relayout(let place, _, _): return !isShown(place)
    case .replace(let node, let place, _):
      if place.container.isEmpty { append(snapshot: node, to: &bytes) }
      return !isShown(place)
    }
  }

  /// Whether a place is inside one of the regions.
  private func isShown(_ place: ChangeSet.Place) -> Bool {
    guard let key = place.container.split(separator: "/").first else { return false }
    return regions.contains(String(key))
  }

  private func fill(with node: NodeSnapshot, to bytes: inout [UInt8]) {
    guard regions.contains(node.key) else { return }
    append(.set, node.key, "@class", html.classes(of: node), to: &bytes)
    append(.replace, node.key, text(html.content(node, at: node.key)), to: &bytes)
  }

  private func clear(_ key: String, to bytes: inout [UInt8]) {
    if regions.contains(key) { fill(with: NodeSnapshot(key: key, type: ""), to: &bytes) }
  }
}
