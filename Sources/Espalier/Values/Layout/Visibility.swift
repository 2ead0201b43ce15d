/// When viewers report that a row came into view and went out of it, for a row that asks for it.
///
/// ```swift
/// final class PictureModel: CellModel<Picture> {
///   override func didLoad() { visibility = .within(screens: 2) }
///   override func didAppear() { load() }
/// }
/// ```
///
/// The row's `didAppear` and `didDisappear` are called, and `appeared` and `disappeared` climb from it as any event does.
/// Each viewer reports for itself, so a row that two look at has appeared twice; `Node.viewerCount` counts.
public struct Visibility: Hashable, Sendable {
  /// What the row's element has in its `class`, for the browser's module `visibility.js`.
  let classes: String

  /// While a part of it is in the window, and in the part of an inner list that is scrolled to.
  public static let inView = Visibility(classes: WireName.visibility(""))
  /// As `inView`, and how much of it is: each time that a quarter more or less of it is to be seen. See
  /// `Node.didProgress`.
  public static let inQuarters = Visibility(classes: WireName.visibility("quarters"))
  /// While it crosses the upper edge of what it scrolls in, which one of several that follow each other does. Reported
  /// only while a person scrolls.
  public static let atTop = Visibility(classes: WireName.visibility("top"))

  /// While it is in view or so many screens away from it, from 1 to 9; other numbers count as the nearest of these.
  public static func within(screens: Int) -> Visibility {
    Visibility(classes: WireName.visibility("\(min(9, max(1, screens)))"))
  }
}
