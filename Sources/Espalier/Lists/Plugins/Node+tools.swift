extension Node {
  /// Makes the next flush render the row's tools and classes again.
  public final func setNeedsTools() {
    guard let container = self as? ContainerModel else { return setNeedsRender() }
    container.headerNode?.setNeedsRender()
  }

  /// The plugins of the container that this cell's row is in.
  final var rowPlugins: [any Plugin] { row?.parent?.plugins ?? [] }

  /// Returns a cell's own markup with the tools of its row's plugins after it.
  final func addingTools(to html: HTML, of plugins: [any Plugin]) -> HTML {
    guard !plugins.isEmpty, let row = row else { return html }
    let name = html.spokenText
    var result = html
    for plugin in plugins {
      let tools = plugin.tools(for: row, named: name)
      if let label = tools.label(takenBy: html) {
        result.fault =
          """
          the tools of \(type(of: plugin)) send \(label), and the row's own markup sends another event with this \
          label; rename one of the two events
          """
      }
      result.append(tools)
    }
    return result
  }

  /// The CSS classes that plugins give to this cell's element.
  final func classes(of plugins: [any Plugin]) -> [String] {
    guard !plugins.isEmpty, let row = row else { return [] }
    return plugins.map { $0.classes(of: row) }.filter { !$0.isEmpty }
  }
}

extension HTML {
  /// Returns a label that a row and its tools use for different events. On the wire the two could not be told apart.
  fileprivate func label(takenBy row: HTML) -> String? {
    controls.first { tool in
      row.controls.contains { $0.event.label == tool.event.label && $0.event != tool.event }
    }?.event.label
  }
}
