extension Node {
  final func setNeedsTools() {
    guard let container = self as? ContainerModel else { return setNeedsRender() }
    container.showClasses()
    guard container.isTableRow else { return container.headerNode?.setNeedsRender() ?? () }
    for cell in container.childNodes where cell.rowOfLastCell === container { cell.setNeedsRender() }
  }

  /// The plugins of the container that this cell's row is in.
  final var rowPlugins: [Plugin] { row?.parent?.plugins ?? [] }

  /// Returns a cell's own markup with the tools of its row's plugins after it.
  final func addingTools(to html: HTML, of plugins: [Plugin]) -> HTML {
    guard !plugins.isEmpty else { return html }
    var result = html
    result.append(tools(of: plugins, beside: html, named: rowOfLastCell?.id ?? html.spokenText))
    return result
  }

  /// Returns the tools of a row's plugins. Its own markup must not send other events with their labels.
  final func tools(of plugins: [Plugin], beside html: HTML, named name: String) -> HTML {
    var all = HTML()
    guard !plugins.isEmpty, let row = row else { return all }
    let name = row.traits.label ?? name
    for plugin in plugins {
      let tools = plugin.tools(for: row, named: name)
      if let label = html.controls.label(takenBy: tools) {
        all.fault =
          """
          the tools of \(type(of: plugin)) send \(label), and the row's own markup sends another event with this \
          label; rename one of the two events
          """
      }
      all.append(tools)
    }
    return all
  }

  /// The CSS classes that plugins give to this cell's element.
  final func classes(of plugins: [Plugin]) -> [String] {
    guard !plugins.isEmpty, let row = row else { return [] }
    return plugins.map { $0.classes(of: row) }.filter { !$0.isEmpty }
  }
}

extension [Control] {
  /// Returns a label that these controls and tools use for different events. On the wire the two could not be told
  /// apart.
  fileprivate func label(takenBy tools: HTML) -> String? {
    tools.controls.first { tool in
      contains { $0.event.label == tool.event.label && $0.event != tool.event }
    }?.event.label
  }
}
