/// A plugin whose rows may refuse an event of its tools, with a reason for the sender.
///
/// A sender may press a tool that a viewer saw a moment ago and that the row does not have any more. The refusal then
/// says why; no handler runs.
protocol GuardingPlugin: Plugin {
  /// The events of the tools.
  var events: [EventDescriptor] { get }

  /// Why a row does not accept an event of the tools now; nil if it does.
  func refusal(of event: AnyEvent, at row: Node) -> PayloadError?
}

extension Node {
  /// Why the plugins of this cell's row refuse an event; nil if none of them does.
  final func refusal(of event: AnyEvent) -> PayloadError? {
    for case let plugin as any GuardingPlugin in rowPlugins where plugin.events.contains(event.name) {
      if let row, let refusal = plugin.refusal(of: event, at: row) { return refusal }
    }
    return nil
  }

  /// The event with a label that a plugin's tools send, although the row may not have these tools now.
  final func toolEvent(_ label: String) -> EventDescriptor? {
    for case let plugin as any GuardingPlugin in rowPlugins {
      if let event = plugin.events.first(where: { $0.label == label }) { return event }
    }
    return nil
  }
}
