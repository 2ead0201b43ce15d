/// A trait of rows that has an effect only if their list has one of some plugins.
struct Ability {
  /// The name of the trait.
  let name: String
  /// The names of the plugins, as the log shows them.
  let plugin: String
  private let isServed: (ContainerModel) -> Bool

  /// The traits of a row that need plugins.
  static func all(of traits: RowTraits) -> [Ability] {
    var all: [Ability] = []
    if traits.canFold != nil { all.append(Ability(name: "canFold", of: Folding.self)) }
    if traits.prefetched != nil { all.append(Ability(name: "prefetched", of: Prefetching.self)) }
    if traits.actionIDs != nil { all.append(Ability(name: "actionIDs", of: RowActions.self)) }
    if traits.canDelete != nil {
      all.append(Ability(name: "canDelete", of: Editing.self))
    } else if traits.canInsert != nil {
      all.append(Ability(name: "canInsert", of: Editing.self))
    } else if traits.canMove != nil {
      all.append(
        Ability(name: "canMove", plugin: "Reordering or Editing") {
          $0.children.plugin(Reordering.self) != nil || $0.children.plugin(Editing.self) != nil
        })
    }
    return all
  }

  /// Whether a list has the plugin.
  func isServed(by list: ContainerModel) -> Bool { isServed(list) }
}

extension Ability {
  fileprivate init<P: Plugin>(name: String, of plugin: P.Type) {
    self.init(name: name, plugin: "\(plugin)") { $0.children.plugin(plugin) != nil }
  }
}
