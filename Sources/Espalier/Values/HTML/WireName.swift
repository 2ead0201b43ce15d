/// The names that Swift and the browser's modules must spell alike. `Public/espalier/page/wire-names.js` has the same
/// names; a test compares the two.
package enum WireName {
  /// The id of the page's one empty form. No key can equal it.
  package static let form = "~form"
  /// The field with a button's data.
  package static let data = "data"
  /// The query parameter or field with the sender's address.
  package static let node = "node"
  /// The query parameter or field with the event's label.
  package static let event = "event"
  /// The field with the event's own id, for exactly-once.
  package static let id = "id"
  /// The field or query parameter of a repeated event: the milliseconds since its sender first tried to send it.
  package static let age = "age"
  /// The field with the version that the sender saw.
  package static let seenVersion = "version"
  /// The query parameter that names the page instance.
  package static let instance = "instance"
  /// The field or query parameter of a plain form that names the page instance, and the load of its page, in which the
  /// form was rendered.
  package static let load = "~load"
  /// The query parameter that names a browser's tab.
  package static let tab = "tab"
  /// The cookie of a tab that loads its page again.
  package static let tabCookie = "espalier-tab"
  /// The query parameter that chooses how much of a page a client receives: `live` or `full`.
  package static let view = "view"
  /// The query parameter with the version to catch up from.
  package static let since = "since"
  /// The query parameter with the number of versions to go back.
  package static let last = "last"
  /// The query parameter with the seconds to wait for a change, for clients that poll.
  package static let wait = "wait"
  /// The query parameter that chooses the dialect of patches.
  package static let dialect = "dialect"
  /// The query parameter that chooses a document's format, for people.
  package static let format = "format"
  /// The query fields of the server itself, which a page's parameters may not use.
  package static let queryFields = [
    instance, tab, view, format, node, event, id, age, seenVersion, data, load, since, last, wait, dialect, repair,
  ]
  /// The attribute that makes a form send itself.
  package static let trigger = "data-on"
  /// The attribute that makes a form send itself, or presses a button, at other moments.
  static let when = "data-when"
  /// The attribute of a control that says whether repeated presses are one event.
  static let once = "data-once"
  /// The attribute of a control that says what happens to a press without a connection, and its one value.
  static let offline = "data-offline"
  static let refused = "refused"
  /// The id of the whole list, whose address is empty. No key can equal it.
  package static let root = "~root"
  /// The attribute of the element of a child of the root that has its own place in the page.
  static let region = "data-region"
  /// The attribute of the form with the page's path.
  package static let page = "data-espalier"
  /// The attribute of the form with the URL of the page's patches.
  package static let patches = "data-patches"
  /// The attribute of the form with the version that the page shows.
  package static let version = "data-version"
  /// The attribute of the form with the title that the page shows.
  package static let title = "data-title"
  /// The attribute of the form with the seconds between two checks of the page's copy; only in development.
  package static let check = "data-check"
  /// The attribute of the form with the outline of the page's lists (`MarkupOutline`).
  package static let outline = "data-outline"
  /// The attribute of an element whose last change a browser refused.
  package static let stale = "data-stale"
  /// The attribute with the path of a module of the site that runs at the element.
  package static let module = "data-module"
  /// The query parameter of a request by which a browser reports that it has repaired its page.
  package static let repair = "repair"

  /// The attribute of the element that shows connection problems.
  package static let status = "data-espalier-status"

  /// The label of the event that presses an action of a dialog. No event of a page should begin with this character.
  package static let dialogPress = "~dialog"
  /// The id of the element of a dialog. No key can equal it.
  package static func dialog(_ id: String) -> String { "~dialog:\(id)" }

  /// The class of a notice.
  package static let notice = "e-notice"

  /// The label of the event that reports to a page's root what a viewer sees, and the class of rows that request these
  /// reports.
  package static let visibility = "visibility"
  /// The classes of a row that requests reports in one of the ways of `Visibility`.
  static func visibility(_ way: String) -> String { way.isEmpty ? "e-visibility" : "e-visibility e-visibility-\(way)" }

  /// The begin of the class of a row that has the text by which a URL names the row.
  static let urlKey = "e-at-"

  /// The attributes of the element that says which rows a window shows: the index of the first one, the number of rows
  /// in the list, and the query of the page's URL at a row. There `anyKey` stands for the text of a row.
  static let firstRow = "data-first"
  static let rowCount = "data-count"
  static let rowQuery = "data-at"
  static let anyKey = "~"

  /// The first element of each operation in a browser's patch.
  package enum Operation: String, Sendable, CaseIterable {
    /// Set parts of a cell.
    case set = "="
    /// Replace the content of a cell.
    case replace = "<"
    /// Insert an element.
    case insert = "+"
    /// Remove an element.
    case remove = "-"
    /// Move an element inside its list.
    case move = ">"
    /// Move an element to another list.
    case relocate = "^"
    /// Make the whole list look like this.
    case snapshot = "!"
    /// Scroll or focus, once.
    case effect = "@"
  }
}
