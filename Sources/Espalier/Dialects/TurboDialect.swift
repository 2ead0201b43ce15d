/// Change sets as Turbo Streams (https://turbo.hotwired.dev/reference/streams), for a page that uses Hotwire's client.
///
/// Turbo has no versions: a client must apply each patch once and in order. Turbo has no action for moving, so an
/// element that moves is removed and inserted again. It has none for effects either, so effects are omitted.
package struct TurboDialect: Sendable {
  let html: HTMLDialect
  /// As in `DOMDialect`.
  package let regions: [String]

  /// A dialect that writes elements as `html` does, for a page in one piece or with regions.
  package init(html: HTMLDialect, regions: [String] = []) {
    self.html = html
    self.regions = regions
  }

  /// The operations of a change set, one after another.
  package func patch(_ changes: ChangeSet) -> [UInt8] {
    var bytes: [UInt8] = []
    for operation in changes.operations.confined(to: regions) { append(operation, to: &bytes) }
    return bytes
  }

  /// The actions that make any older page look like this tree.
  package func snapshot(_ root: NodeSnapshot) -> [UInt8] {
    var bytes: [UInt8] = []
    if regions.isEmpty { append("replace", .id(WireName.root), html.list(root), to: &bytes) }
    for region in regions { append("replace", .id(region), html.region(region, of: root), to: &bytes) }
    return bytes
  }

  private func append(_ operation: ChangeSet.Operation, to bytes: inout [UInt8]) {
    switch operation {
    case .insert(let node, let place, _): insert(node, at: place, to: &bytes)
    case .remove(let key, let place, _): append("remove", .id(place.address(of: key)), to: &bytes)
    case .move(let key, _, let place, let node, _):
      append("remove", .id(place.address(of: key)), to: &bytes)
      insert(node, at: place, to: &bytes)
    case .relocate(let key, let from, let newKey, let to, var node, _):
      append("remove", .id(from.address(of: key)), to: &bytes)
      node.key = newKey
      insert(node, at: to, to: &bytes)
    case .update(let key, let place, let old, let new, _):
      let address = place.address(of: key)
      let isRegion = regions.contains(address)
      if old.classes == new.classes || isRegion {
        append("update", .id(address), html.markup(new, at: address), to: &bytes)
      } else {
        let node = NodeSnapshot(key: key, type: new.type, slot: place.slot, element: new.element, cell: new)
        append("replace", .id(address), element(node, in: place), to: &bytes)
      }
    case .relayout(let node, let place): append("replace", .id(id(of: place)), whole(node, at: place), to: &bytes)
    case .replace(let node, let place, _):
      append("update", .id(id(of: place)), html.content(node, at: place.container), to: &bytes)
    }
  }

  private func insert(_ node: NodeSnapshot, at place: ChangeSet.Place, to bytes: inout [UInt8]) {
    let element = element(node, in: place)
    if let before = place.before, node.slot == .row {
      return append("before", .id(place.address(of: before)), element, to: &bytes)
    }
    let id = id(of: place)
    switch node.element {
    case .header: append("prepend", .id(id), element, to: &bytes)
    case .footer, .cell: append("append", .id(id), element, to: &bytes)
    case .item: append("append", .inside(id, "ul"), element, to: &bytes)
    case .row: append("append", .inside(id, "table > tbody"), element, to: &bytes)
    case .head: append("before", .inside(id, "table > tbody"), element, to: &bytes)
    case .foot: append("after", .inside(id, "table > tbody"), element, to: &bytes)
    }
  }

  private enum Target {
    case id(String)
    /// An element inside the container's element: its path of names.
    case inside(String, String)
  }

  /// The id of the container's element.
  private func id(of place: ChangeSet.Place) -> String { place.container.isEmpty ? WireName.root : place.container }

  private func element(_ node: NodeSnapshot, in place: ChangeSet.Place) -> [UInt8] {
    html.element(node, after: place.container.isEmpty ? "" : place.container + "/")
  }

  /// A container's own element with its content.
  private func whole(_ node: NodeSnapshot, at place: ChangeSet.Place) -> [UInt8] {
    if place.container.isEmpty { return html.list(node) }
    if regions.contains(place.container) { return html.region(node, id: place.container) }
    return html.element(node, after: String(place.container.dropLast(node.key.count)))
  }

  private func append(_ action: String, _ target: Target, _ content: [UInt8]? = nil, to bytes: inout [UInt8]) {
    bytes.append("<turbo-stream action=\"\(action)\" ")
    switch target {
    // Keys are made of characters that need no escaping.
    case .id(let id): bytes.append("target=\"\(id)\">")
    case .inside(let id, let path): bytes.append("targets=\"[id='\(id)'] > \(path)\">")
    }
    if let content {
      bytes.append("<template>")
      bytes.append(contentsOf: content)
      bytes.append("</template>")
    }
    bytes.append("</turbo-stream>")
  }
}
