/// How changes are animated: one style for each kind of change, a duration and a curve.
///
/// Rows are cells among the children; sections are containers, headers and footers.
///
/// ```swift
/// list.set(rows: people, animations: .fade)
/// list.set(rows: people, animations: Animations(insertRows: .left, deleteRows: .right))
/// list.set(rows: people, animations: .replaceAll)          // at once, as one replacement
/// bar.setState(animations: Animations(duration: .seconds(1), curve: .linear)) { bar.content.percent = 100 }
/// ```
///
/// The duration and the curve apply to elements that are inserted, removed or moved. They also apply to CSS transitions
/// of a cell's own style sheet that use these custom properties:
/// `transition: width var(--espalier-time, 200ms) var(--espalier-curve, ease)`.
public struct Animations: Sendable, Hashable {
  /// Where inserted elements come from, and where removed elements go.
  public enum Style: String, Sendable, Hashable, CaseIterable, Codable {
    /// The default animation for the kind of change.
    case automatic
    /// Fades in or out in place.
    case fade
    /// Enters from the left, leaves to the left.
    case left
    /// Enters from the right, leaves to the right.
    case right
    /// Enters from above, leaves upwards.
    case top
    /// Enters from below, leaves downwards.
    case bottom
    /// Grows from its middle, shrinks to its middle.
    case middle
    /// Appears and disappears without animation.
    case none
  }

  /// How rows appear.
  package let insertRows: Style
  /// How rows disappear.
  package let deleteRows: Style
  /// How rows show that their content changed.
  package let reloadRows: Style
  /// How sections, headers and footers appear.
  package let insertSections: Style
  /// How sections, headers and footers disappear.
  package let deleteSections: Style
  /// How headers and footers show that their content changed.
  package let reloadSections: Style
  /// The duration, at most `longest` (60 seconds). Nil uses the page's duration; zero turns animation off.
  package var duration: Duration?
  /// The timing curve. Nil uses the page's curve.
  package var curve: Curve?
  /// Whether a container's rows are replaced together instead of one by one.
  private(set) var replacesAll = false

  /// One style for each kind of change. Omitted styles are automatic.
  public init(
    insertRows: Style = .automatic, deleteRows: Style = .automatic, reloadRows: Style = .automatic,
    insertSections: Style = .automatic, deleteSections: Style = .automatic, reloadSections: Style = .automatic,
    duration: Duration? = nil, curve: Curve? = nil
  ) {
    self.insertRows = insertRows
    self.deleteRows = deleteRows
    self.reloadRows = reloadRows
    self.insertSections = insertSections
    self.deleteSections = deleteSections
    self.reloadSections = reloadSections
    self.duration = duration
    self.curve = curve
  }

  /// One style for everything.
  public init(all style: Style, duration: Duration? = nil, curve: Curve? = nil) {
    self.init(
      insertRows: style, deleteRows: style, reloadRows: style, insertSections: style, deleteSections: style,
      reloadSections: style, duration: duration, curve: curve)
  }

  /// The automatic style for every change.
  public static let automatic = Animations()
  /// Everything fades.
  public static let fade = Animations(all: .fade)
  /// No animation; the patch has one operation for each change. (The name is not `none`, because `.none` means nil for
  /// an optional.)
  public static let instant = Animations(all: .none)
  /// No animation; one operation replaces the whole content of a container.
  public static let replaceAll: Animations = {
    var animations = instant
    animations.replacesAll = true
    return animations
  }()
}
