extension ContainerModel {
  /// Adds a plugin to this container's rows, and returns it.
  ///
  /// ```swift
  /// let selection = add(Selection(.single))
  /// ```
  ///
  /// A container has one plugin of a type. If it has one already, that one stays and is returned, and the second one is
  /// reported. The plugin's handlers run beside those that you add with `on`; to handle an event instead of the plugin,
  /// see ``TreeNode/on(_:insteadOf:_:)``.
  @discardableResult
  public final func add<P: Plugin>(_ plugin: P) -> P {
    let plugins = feature(Plugins.self)
    if let first = plugins.first(of: ObjectIdentifier(type(of: plugin))) {
      if first !== plugin { reportSecond(type(of: plugin), in: plugins) }
      return first as? P ?? plugin
    }
    plugins.all.append(plugin)
    addingHandlers(of: plugin) { plugin.begin(in: self) }
    toolsChanged()
    return plugin
  }

  /// Removes a plugin from this container's rows. Does nothing if the container does not have it.
  public final func remove(_ plugin: Plugin) {
    guard let plugins = existing(Plugins.self), let index = plugins.all.firstIndex(where: { $0 === plugin }) else {
      return
    }
    plugins.all.remove(at: index)
    plugins.kindsOfSection.remove(ObjectIdentifier(type(of: plugin)))
    removeHandlers(of: plugin)
    plugin.end(in: self)
    toolsChanged()
  }

  private func toolsChanged() {
    showClasses()
    for child in childNodes { child.setNeedsTools() }
  }

  /// Gives the container the plugins that a section names, and removes those that an earlier value of it named.
  final func keep(_ wanted: [SectionPlugin]) {
    guard !wanted.isEmpty || existing(Plugins.self)?.kindsOfSection.isEmpty == false else { return }
    let plugins = feature(Plugins.self)
    for plugin in plugins.all {
      let kind = ObjectIdentifier(type(of: plugin))
      if plugins.kindsOfSection.contains(kind), !wanted.contains(where: { $0.kind == kind }) { remove(plugin) }
    }
    var seen: Set<ObjectIdentifier> = []
    for item in wanted {
      let isKept = plugins.kindsOfSection.contains(item.kind)
      guard seen.insert(item.kind).inserted, isKept || plugins.first(of: item.kind) == nil else {
        reportSecond(item.type, in: plugins)
        continue
      }
      if isKept { continue }
      add(item.make())
      plugins.kindsOfSection.insert(item.kind)
    }
  }

  /// Whether nobody has asked about a missing plugin of this container yet.
  final func isFirstWithout(_ plugin: String) -> Bool { feature(Plugins.self).isNew("no \(plugin)") }

  private func reportSecond(_ type: Plugin.Type, in plugins: Plugins) {
    let name = bareName(of: type)
    guard plugins.isNew(name) else { return }
    report {
      .plugin(name, address: $0.address, "was added already; the first one stays, and the second one does nothing")
    }
  }
}

extension ContainerModel.Children {
  /// The plugin of a type; nil if the container has none.
  public func plugin<P: Plugin>(_ type: P.Type) -> P? {
    container.existing(Plugins.self)?.first(of: ObjectIdentifier(type)) as? P
  }

  /// In an event handler: the row whose tools or whose cell sent the current event; nil if the event comes from elsewhere.
  public var sender: Node? {
    guard let row = container.sender?.row, row.parent === container else { return nil }
    return row
  }
}

extension TreeNode where Self: ContainerModel {
  /// Handles an event instead of the plugins of a type, in this container and in those below it.
  ///
  /// ```swift
  /// list.on(Selection.select, insteadOf: Selection.self) { list, isWanted in
  ///   if isWanted && list.isFull { return }
  ///   list.children.sender.map { list.selection.select($0) }
  /// }
  /// ```
  ///
  /// All other handlers run. To let the plugin handle the event again, cancel the result.
  @discardableResult
  public func on<Payload, P: Plugin>(
    _ event: Event<Payload>, insteadOf plugin: P.Type, _ handler: @escaping (Self, Payload) -> Void
  ) -> any Cancellable {
    on(anyOf: [event.name], insteadOf: plugin) { node, sent in
      if let payload = sent.payload(of: event) { handler(node, payload) }
    }
  }

  /// Handles several events instead of the plugins of a type, at one place. `Plugin.self` stands for all plugins.
  ///
  /// ```swift
  /// list.on(anyOf: [Selection.select.name, Editing.delete.name], insteadOf: Plugin.self) { list, sent in
  ///   if let isWanted = sent.payload(of: Selection.select) { list.choose(isWanted) }
  ///   if sent.name == Editing.delete.name { list.askFirst() }
  /// }
  /// ```
  @discardableResult
  public func on<P: Plugin>(
    anyOf events: [EventDescriptor], insteadOf plugin: P.Type, _ handler: @escaping (Self, AnyEvent) -> Void
  ) -> any Cancellable {
    let kind = plugin == Plugin.self ? EventHandler.anyBehaviour : ObjectIdentifier(plugin)
    return subscribe(events, insteadOf: kind, handler)
  }
}
