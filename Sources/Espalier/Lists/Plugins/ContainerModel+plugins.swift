extension ContainerModel {
  /// Adds a behaviour to this container's rows. One that is there already is not added again.
  ///
  /// ```swift
  /// let selection = add(Selection(.single))
  /// ```
  ///
  /// Who answers an event of its tools here afterwards, by `on`, answers it instead of the plugin.
  @discardableResult
  public final func add<P: Plugin>(_ plugin: P) -> P {
    guard !plugins.contains(where: { $0 === plugin }) else { return plugin }
    append(plugin)
    plugin.begin(in: self)
    for child in children { child.setNeedsTools() }
    return plugin
  }

  /// In a handler: the row whose tools sent the event at hand; nil where it comes from elsewhere.
  public final var sendingRow: Node? {
    guard let row = sender?.row, row.parent === self else { return nil }
    return row
  }
}
