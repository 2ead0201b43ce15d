/// A plugin that a section that is a value names.
///
/// ```swift
/// ListSection("people") { people }.plugin(Selection(.single)).plugin(Reordering())
/// ```
///
/// The plugin is made when the section's container gets it, once. It stays, with its state, as long as the section names
/// a plugin of its type.
struct SectionPlugin: Sendable {
  let type: Plugin.Type
  let make: @Sendable () -> Plugin
  var kind: ObjectIdentifier { ObjectIdentifier(type) }

  /// A plugin that the expression makes, in the page's lane.
  init<P: Plugin>(_ plugin: @autoclosure @escaping @Sendable () -> P) {
    type = P.self
    make = { plugin() }
  }
}
