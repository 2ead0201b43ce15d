/// What is wrong with a dialog.
package enum DialogFault: Hashable, Sendable, CustomStringConvertible {
  /// No event is being handled.
  case noEvent
  /// Two actions have this id.
  case repeatedAction(String)

  package var description: String {
    switch self {
    case .noEvent: "has no viewer: present it in the handler of an event, whose sender sees it"
    case .repeatedAction(let id): "has several actions with the id \(id); only the first is shown"
    }
  }
}

/// A problem that the author of a page should know. No data was lost.
package enum Diagnostic: Hashable, Sendable, CustomStringConvertible {
  /// A change of the structure was refused.
  case refused(TreeError)
  /// Two rows of one container have the same id; the later one got an ordinal.
  case duplicateKey(String, container: String)
  /// A cell could not be rendered; it shows nothing.
  case render(String, address: String)
  /// The end tags of a cell's markup do not match its start tags. Reported once for each shape of a type's markup.
  case endTags(String, address: String)
  /// A browser drops or moves an element of a cell. Reported once for each shape of a type's markup.
  case misplaced(String, address: String)
  /// The fields of a cell's form do not match its event's data. Reported once for each shape of a type's markup.
  case formFields(String, address: String)
  /// A command needs a container of a type that is not above its row.
  case commandWithoutContainer(String, place: String, address: String)
  /// A node requires a service that nothing above it provides.
  case missingService(ServiceError)
  /// A saved value does not have its property's type any more, so it is ignored.
  case unreadable(String, reason: String)
  /// The cells of a waterfall must have the same width, and each must declare its height.
  case unevenWaterfall(String, container: String)
  /// A table, or a row of a table, is declared in a way that cannot be shown. The reason includes the remedy.
  case table(String, address: String)
  /// A source cannot give a container the rows that it announced. The reason begins with the source's type.
  case source(String, address: String)
  /// A list shows some rows of a longer one, and nothing in the page leads to the others.
  case unreachableRows(shown: Int, address: String)
  /// A plugin of a container is declared in a way that cannot work. The first value is its type; the last one is the
  /// reason with the remedy.
  case plugin(String, address: String, String)
  /// A row has a trait, but its list does not have the plugin for it.
  case missingPlugin(String, ability: String, address: String)
  /// A row has another value, but its node, which is of this type, does not know what to do with it.
  case staleRow(String, address: String)
  /// Data outside of the page cannot be read or written.
  case data(String, address: String)
  /// A number of a layout or of a row is beyond its limits and was clamped. The first value is the name of its field.
  case beyondLimits(String, Int, limits: ClosedRange<Int>, address: String)
  /// A node navigates to a URL that is not a path of the site.
  case navigation(String)
  /// A dialog with this title cannot be presented as it is declared.
  case dialog(String, address: String, DialogFault)
  /// Hooks request changes in every flush.
  case endlessFlush
  /// Listeners of this type answer each notification with another, without end.
  case endlessNotification(String)

  /// One line for the log.
  package var description: String {
    switch self {
    case .refused(let error): error.description
    case .duplicateKey(let key, let container): "two rows of \"\(container)\" have the id \(key); ids must be unique"
    case .render(let reason, let address): "the cell \"\(address)\" cannot be rendered: \(reason)"
    case .endTags(let reason, let address): "the markup of the cell \"\(address)\" has wrong end tags: \(reason)"
    case .misplaced(let reason, let address):
      "a browser does not show the markup of the cell \"\(address)\" as it is written: \(reason)"
    case .formFields(let reason, let address): "the cell \"\(address)\": \(reason)"
    case .commandWithoutContainer(let label, let place, let address):
      "the command \(label), declared at \(place), needs a container that is not above \"\(address)\""
    case .missingService(let error): error.description
    case .unreadable(let key, let reason): "the saved value of \"\(key)\" cannot be read: \(reason)"
    case .unevenWaterfall(let address, let container):
      "the cell \"\(address)\" does not have the width of the others in the waterfall \"\(container)\", or declares no height"
    case .table(let reason, let address): "the table \"\(address)\" \(reason)"
    case .unreachableRows(let shown, let address):
      "the list \"\(address)\" shows \(shown) rows of a longer one, and nothing leads to the others; add `.earlierRows` and `.laterRows`"
    case .plugin(let type, let address, let reason): "the plugin \(type) of \"\(address)\" \(reason)"
    case .missingPlugin(let plugin, let ability, let address):
      "the row \"\(address)\" has the trait \(ability), but its list does not have the plugin \(plugin), so the trait has no effect; add one"
    case .staleRow(let type, let address):
      "the row \"\(address)\" has another value, which \(type) does not show: give `update` where the node is made"
    case .data(let reason, let address): "\"\(address)\" has no access to its data: \(reason)"
    case .source(let reason, let address): "the rows of \"\(address)\" were read again: \(reason)"
    case .beyondLimits(let field, let number, let limits, let address):
      """
      \(field) of "\(address)" is \(number), outside \(limits.lowerBound) to \(limits.upperBound), so the nearest limit is used; \
      remove it here, and set it in the page's style sheet with the element's class
      """
    case .navigation(let url):
      "cannot navigate to \"\(url)\": it must begin with one slash; use a link for another site"
    case .dialog(let title, let address, let fault):
      "the dialog \"\(title)\" of \"\(address)\" \(fault.description)"
    case .endlessFlush: "hooks request changes in every flush; the remaining changes wait for the next event"
    case .endlessNotification(let type):
      "listeners of \(type) answer each notification with another, without end; the remaining calls are skipped"
    }
  }
}
