/// How changes are shown: one style for each kind of change, and how long they take.
///
/// Rows are cells among the children; sections are containers, headers and footers.
///
/// ```swift
/// list.set(rows: people, animations: .fade)
/// list.set(rows: people, animations: Animations(insertRows: .left, deleteRows: .right))
/// list.set(rows: people, animations: .replaceAll)          // at once, as one replacement
/// bar.animateNextChange(Animations(duration: .seconds(1), curve: .linear))
/// ```
///
/// Time and curve are those of what comes, goes and moves, and of the transitions that a cell's own style sheet gives to what is
/// in it: `transition: width var(--espalier-time, 200ms) var(--espalier-curve, ease)`.
public struct Animations: Sendable, Hashable {
  /// From where what comes appears, and to where what goes disappears.
  public enum Style: String, Sendable, Hashable, CaseIterable, Codable {
    /// Whatever suits the change best.
    case automatic
    /// Fades in or out at its place.
    case fade
    /// From the left, or to it.
    case left
    /// From the right, or to it.
    case right
    /// From above, or upwards.
    case top
    /// From below, or downwards.
    case bottom
    /// Grows from its middle, or shrinks to it.
    case middle
    /// At once.
    case none
  }

  /// How rows appear.
  public var insertRows: Style
  /// How rows disappear.
  public var deleteRows: Style
  /// How rows show that their content changed.
  public var reloadRows: Style
  /// How sections, headers and footers appear.
  public var insertSections: Style
  /// How sections, headers and footers disappear.
  public var deleteSections: Style
  /// How headers and footers show that their content changed.
  public var reloadSections: Style
  /// How long it takes, up to `longest`; nil is as long as the page has it, and zero is at once.
  public var duration: Duration?
  /// How it is spread over that time; nil is as the page has it.
  public var curve: Curve?
  /// Whether a container's rows are replaced together, instead of one by one.
  private(set) var replacesAll = false

  /// One style for each kind; what is not named is automatic.
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

  /// Whatever suits each change best.
  public static let automatic = Animations()
  /// Everything fades.
  public static let fade = Animations(all: .fade)
  /// Nothing moves; the changes travel one by one. (Not `none`, which means nil for an optional.)
  public static let instant = Animations(all: .none)
  /// Nothing moves, and what is in a container changes as one replacement of all of it.
  public static let replaceAll: Animations = {
    var animations = instant
    animations.replacesAll = true
    return animations
  }()
}
