/// Something that rows can do if their list has a plugin: a protocol that contents conform to, and the plugin.
struct Ability {
  /// The name of the protocol.
  let name: String
  /// The name of the plugin.
  let plugin: String
  private let isOf: (any Content) -> Bool
  private let isServed: (ContainerModel) -> Bool

  private init<P: Plugin>(_ name: String, _ plugin: P.Type, _ isOf: @escaping (any Content) -> Bool) {
    self.name = name
    self.plugin = "\(plugin)"
    self.isOf = isOf
    isServed = { $0.plugin(plugin) != nil }
  }

  /// The abilities of a content. Cost: one search for a conformance for each ability there is.
  static func all(of content: any Content) -> [Ability] {
    let all = [
      Ability("DraggableRow", Reordering.self) { $0 is any DraggableRow },
      Ability("FoldableRow", Folding.self) { $0 is any FoldableRow },
      Ability("PrefetchableRow", Prefetching.self) { $0 is any PrefetchableRow },
      Ability("SwipeableRow", RowActions.self) { $0 is any SwipeableRow },
      Ability("EditableRow", Editing.self) { $0 is any EditableRow },
    ]
    return all.filter { $0.isOf(content) }
  }

  /// Whether a list has the plugin.
  func isServed(by list: ContainerModel) -> Bool { isServed(list) }
}
