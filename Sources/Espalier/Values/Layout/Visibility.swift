/// When viewers report that a row came into view or went out of view. A row requests these reports.
///
/// ```swift
/// final class PictureModel: CellModel<Picture> {
///   override func didLoad() { visibility = .within(screens: 2) }
///   override func didAppear() { load() }
/// }
/// ```
///
/// A report calls the row's `didAppear` or `didDisappear`, and the row sends the event `appeared` or `disappeared`
/// upwards. Each viewer reports separately, so a row with two viewers appears twice; `Node.viewerCount` counts them.
public enum Visibility: Hashable, Sendable {
  /// The row came into a viewer's view. The data is its address.
  public static let appeared = Event<String>("appeared")
  /// The row went out of a viewer's view, or left the list. The data is its address. The row may no longer exist.
  public static let disappeared = Event<String>("disappeared")

  /// While any part of the row is in the window. A row of an inner list must also be scrolled into that list's view.
  case inView
  /// As `inView`, with a further report each time that another quarter of the row comes into view or goes out of view.
  /// See `Node.didProgress`.
  case inQuarters
  /// While the row crosses the upper edge of its scrolling area. Of several rows that follow each other, one does.
  /// Reported only while a person scrolls.
  case atTop
  /// While the row is in view or at most this many screens away, from 1 to 9. Other numbers are clamped.
  case within(screens: Int)

  /// The classes of the row's element, for the browser's module `sending/visibility.js`.
  var classes: String {
    switch self {
    case .inView: Self.viewClasses
    case .inQuarters: Self.quarterClasses
    case .atTop: Self.topClasses
    case .within(let screens): WireName.visibility("\(min(9, max(1, screens)))")
    }
  }

  private static let viewClasses = WireName.visibility("")
  private static let quarterClasses = WireName.visibility("quarters")
  private static let topClasses = WireName.visibility("top")
}
