/// An event that a cell of a tree sends, with the shape of its data.
package struct EventSample: Sendable {
  /// The address of the first cell that sends the event.
  package let node: String
  /// The event's name.
  package let name: String
  /// The type of the data, as one word of JSON Schema.
  package let type: String
  /// The schema of the data.
  package let schema: JSON
  /// Data that the server accepts.
  package let example: JSON
  /// Which files its forms may bring; nil if none.
  package let files: FileRule?

  /// One sample for each name of an event in a tree, in the order of the tree.
  package static func samples(of root: NodeSnapshot) -> [EventSample] {
    var (samples, names): ([EventSample], Set<String>) = ([], [])
    func look(_ node: NodeSnapshot, at address: String) {
      if let html = node.cell?.html, html.controls.contains(where: { !names.contains($0.event.label) }) {
        for (control, shape) in zip(html.controls, html.shapes) where names.insert(control.event.label).inserted {
          samples.append(
            EventSample(
              node: address, name: control.event.label, type: shape.type, schema: shape.schema,
              example: shape.example ?? .null, files: control.event.files))
        }
      }
      for child in node.children { look(child, at: address.isEmpty ? child.key : "\(address)/\(child.key)") }
    }
    look(root, at: "")
    return samples
  }
}
