extension ContainerModel {
  /// Adds a plugin to this container's rows. Does nothing if the container has this plugin already.
  ///
  /// ```swift
  /// let selection = add(Selection(.single))
  /// ```
  ///
  /// If you call `on` here afterwards for an event of the plugin's tools, your handler replaces the plugin's.
  @discardableResult
  public final func add<P: Plugin>(_ plugin: P) -> P {
    guard !plugins.contains(where: { $0 === plugin }) else { return plugin }
    append(plugin)
    plugin.begin(in: self)
    for child in children { child.setNeedsTools() }
    return plugin
  }

  /// In an event handler: the row whose tools sent the current event; nil if the event comes from elsewhere.
  public final var sendingRow: Node? {
    guard let row = sender?.row, row.parent === self else { return nil }
    return row
  }
}
