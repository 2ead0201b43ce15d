extension Renderer {
  /// Reports a row whose content has an ability for which its list has no plugin. Each list reports an ability once.
  func checkAbilities<C: Content>(of content: C, at node: Node) {
    let traits = content.traits
    let abilities = Ability.all(of: traits)
    guard !abilities.isEmpty || !traits.plugins.isEmpty else { return }
    // A cell of a table's row speaks for the row.
    let row = node.parent?.isTableRow == true ? node.parent : node.row
    guard let row, let list = row.parent else { return }
    for ability in abilities where !ability.isServed(by: list) && list.isFirstWithout(ability.plugin) {
      row.report { .missingPlugin(ability.plugin, ability: ability.name, address: $0.address) }
    }
    // Those of the site.
    for type in traits.plugins
    where list.existing(Plugins.self)?.first(of: type.id) == nil && list.isFirstWithout(type.name) {
      row.report { .missingPlugin(type.name, ability: "plugins", address: $0.address) }
    }
  }
}
