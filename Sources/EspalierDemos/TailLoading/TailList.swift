import Espalier

/// A tree of the orchard, by the number on its tag.
struct NumberRow: Content, Identifiable {
  let id: Int

  var html: HTML {
    """
    <span>Tree \(id + 1)</span><span>\(Self.kinds[id % Self.kinds.count])</span>\
    <span class="note">planted \(1931 + id * 11 % 89)</span>
    """
  }

  private static let kinds = [
    "Boskoop", "Cox Orange", "Gravenstein", "Conference", "Elstar", "Victoria", "Comice", "Topaz", "Mirabelle",
    "James Grieve", "Vranja",
  ]
}

/// The trees of an orchard. The list loads five more when its end comes near.
final class TailList: ContainerModel {
  private static let last = 100
  private var count = 16

  override func didLoad() {
    persist(\.count, as: "count")
    let tail = CellModel(Tail(count: count))
    tail.subscribe(to: Paging.state) { $0.content.paging = $1 }
    footer = tail
    add((0..<count).map(NumberRow.init))
    onLoad(.more, from: { $0.waiting(.seconds(2)) }) { wait in
      try await Task.sleep(for: wait)
    } then: { list, _ in
      let next = list.count..<min(list.count + 5, Self.last + 1)
      list.setState(animations: .instant) { list.add(next.map(NumberRow.init)) }
      list.count = next.upperBound
      tail.content.count = list.count
      return list.count > Self.last ? .noMore : .more
    }
    if count > Self.last { children.paging.more.state = .finished }
  }
}
