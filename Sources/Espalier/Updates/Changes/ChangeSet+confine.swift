extension [ChangeSet.Operation] {
  /// Returns the same change for a page whose template has regions, which are separate places for some children of the
  /// root. The page has no list around the regions: each child fills its region or leaves it empty, and a child without
  /// a region is not shown.
  ///
  /// Without regions, returns the operations unchanged.
  func confined(to regions: [String]) -> [ChangeSet.Operation] {
    regions.isEmpty ? self : flatMap { $0.confined(to: regions) }
  }
}

extension ChangeSet.Operation {
  fileprivate func confined(to regions: [String]) -> [Self] {
    /// Whether a place is inside one of the regions.
    func isShown(_ place: ChangeSet.Place) -> Bool {
      place.container.split(separator: "/").first.map { regions.contains(String($0)) } ?? false
    }
    func fill(_ node: NodeSnapshot, _ exchange: ChangeSet.Exchange) -> [Self] {
      guard regions.contains(node.key) else { return [] }
      let inside = ChangeSet.Place(container: node.key, path: [], index: 0, before: nil)
      return [.relayout(node.empty, at: inside), .replace(node, at: inside, by: exchange)]
    }
    switch self {
    case .insert(let node, let place, let transition):
      return isShown(place)
        ? [self] : place.container.isEmpty ? fill(node, .init(insert: transition, delete: transition)) : []
    case .remove(let key, let place, let transition):
      return isShown(place)
        ? [self]
        : place.container.isEmpty
          ? fill(NodeSnapshot(key: key, type: ""), .init(insert: transition, delete: transition)) : []
    case .move(_, _, let place, _, _), .relayout(_, let place): return isShown(place) ? [self] : []
    case .relocate(let key, let from, let newKey, let to, var node, let transition):
      if isShown(from) && isShown(to) { return [self] }
      node.key = newKey
      return [Self.remove(key: key, from: from, by: transition), .insert(node, at: to, by: transition)]
        .confined(to: regions)
    case .update(let key, let place, _, _, _):
      return isShown(place) || regions.contains(place.address(of: key)) ? [self] : []
    case .replace(let node, let place, let exchange):
      if isShown(place) { return [self] }
      guard place.container.isEmpty else { return [] }
      return regions.flatMap { region in
        fill(node.children.first { $0.key == region } ?? NodeSnapshot(key: region, type: ""), exchange)
      }
    }
  }
}
