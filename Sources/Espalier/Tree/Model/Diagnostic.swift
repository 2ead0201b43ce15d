/// Something a page's author should know; nothing was lost.
package enum Diagnostic: Hashable, Sendable, CustomStringConvertible {
  /// A structure verb was refused.
  case refused(TreeError)
  /// Two rows of one container have the same id; the later one got an ordinal.
  case duplicateKey(String, container: String)
  /// A cell could not be rendered; it shows nothing.
  case render(String, address: String)
  /// The end tags of a cell's markup are not those of what it opened. Said once for each shape of a type's markup.
  case endTags(String, address: String)
  /// A browser drops or moves an element of a cell. Said once for each shape of a type's markup.
  case misplaced(String, address: String)
  /// The fields of a cell's form are not those of its event's data. Said once for each shape of a type's markup.
  case formFields(String, address: String)
  /// A command is for a container of a type that is not above its row.
  case commandWithoutContainer(String, place: String, address: String)
  /// A node requires a service that nobody above it provides.
  case missingService(ServiceError)
  /// A saved value is not of its property's type any more, so the property begins without it.
  case unreadable(String, reason: String)
  /// The cells of a waterfall must be of one width, and each must declare its height.
  case unevenWaterfall(String, container: String)
  /// A number of a layout or of a row is beyond its limits, and counts as the nearest within. The name is that of its field.
  case beyondLimits(String, Int, limits: ClosedRange<Int>, address: String)
  /// Hooks ask for changes in every flush.
  case endlessFlush
  /// Listeners of this type answer one notification by another, without end.
  case endlessNotification(String)

  /// One line for the log.
  package var description: String {
    switch self {
    case .refused(let error): error.description
    case .duplicateKey(let key, let container): "the id \(key) stands twice in \"\(container)\"; ids must be unique"
    case .render(let reason, let address): "the cell \"\(address)\" cannot be rendered: \(reason)"
    case .endTags(let reason, let address): "the markup of the cell \"\(address)\" has wrong end tags: \(reason)"
    case .misplaced(let reason, let address):
      "a browser does not show the markup of the cell \"\(address)\" as it is written: \(reason)"
    case .formFields(let reason, let address): "the cell \"\(address)\": \(reason)"
    case .commandWithoutContainer(let label, let place, let address):
      "the command \(label) of \(place) is for a container that is not above \"\(address)\""
    case .missingService(let error): error.description
    case .unreadable(let key, let reason): "the saved value of \"\(key)\" cannot be read and is left out: \(reason)"
    case .unevenWaterfall(let address, let container):
      "the cell \"\(address)\" is not of the width of the others in the waterfall \"\(container)\", or declares no height"
    case .beyondLimits(let field, let number, let limits, let address):
      """
      \(field) of "\(address)" is \(number), and counts as the nearest from \(limits.lowerBound) to \(limits.upperBound); \
      leave it out here, and say it in the page's style sheet by the element's class
      """
    case .endlessFlush: "hooks keep asking for changes; the rest waits for the next event"
    case .endlessNotification(let type):
      "listeners of \(type) post notification in notification without end; the rest of them is left undone"
    }
  }
}
