extension Node {
  /// Asks for the row's tools and classes to be rendered again at the next flush.
  public final func setNeedsTools() {
    guard let container = self as? ContainerModel else { return setNeedsRender() }
    container.headerNode?.setNeedsRender()
  }

  /// What this cell's row can do besides.
  final var rowPlugins: [any Plugin] { row?.parent?.plugins ?? [] }

  /// A cell's own markup, and the tools of its row behind it.
  final func addingTools(to html: HTML) -> HTML {
    let plugins = rowPlugins
    guard !plugins.isEmpty, let row = row else { return html }
    let name = html.spokenText
    var result = html
    for plugin in plugins {
      let tools = plugin.tools(for: row, named: name)
      if let label = tools.label(takenBy: html) {
        result.fault =
          "the tools of \(type(of: plugin)) send \(label), and so does the row itself; give one another label"
      }
      result.append(tools)
    }
    return result
  }

  /// The classes that plugins give to this cell's element.
  final var pluginClasses: [String] {
    let plugins = rowPlugins
    guard !plugins.isEmpty, let row = row else { return [] }
    return plugins.map { $0.classes(of: row) }.filter { !$0.isEmpty }
  }
}

extension HTML {
  /// A label under which a row sends something else than its tools do: on the wire nobody could tell which is meant.
  fileprivate func label(takenBy row: HTML) -> String? {
    controls.first { tool in
      row.controls.contains { $0.event.label == tool.event.label && $0.event != tool.event }
    }?.event.label
  }
}
