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
        let node = NodeSnapshot(key: key, type: new.type, slot: place.slot, cell: new)
        append("replace", .id(address), element(node, in: place), to: &bytes)
      }
    case .relayout(let node, let place): append("replace", .id(id(of: place)), whole(node, at: place), to: &bytes)
    case .replace(let node, let place, _):
      append("update", .id(id(of: place)), html.content(node, at: place.container), to: &bytes)
    }
  }

  private func insert(_ node: NodeSnapshot, at place: ChangeSet.Place, to bytes: inout [UInt8]) {
    let element = element(node, in: place)
    switch node.slot {
    case .header: append("prepend", .id(id(of: place)), element, to: &bytes)
    case .footer: append("append", .id(id(of: place)), element, to: &bytes)
    case .row:
      if let before = place.before {
        append("before", .id(place.address(of: before)), element, to: &bytes)
      } else {
        append("append", .listOf(id(of: place)), element, to: &bytes)
      }
    }
  }

  private enum Target {
    case id(String)
    case listOf(String)
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
    case .listOf(let id): bytes.append("targets=\"[id='\(id)'] > ul\">")
    }
    if let content {
      bytes.append("<template>")
      bytes.append(contentsOf: content)
      bytes.append("</template>")
    }
    bytes.append("</turbo-stream>")
  }
}
