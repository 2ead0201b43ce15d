/// How the changes of a container are shown: one style for each kind of change.
///
/// Rows are cells among the children; sections are containers, headers and footers.
///
/// ```swift
/// list.set(rows: people, animations: .fade)
/// list.set(rows: people, animations: Animations(insertRows: .left, deleteRows: .right))
/// list.set(rows: people, animations: nil)          // at once, and as one replacement
/// ```
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

  /// One style for each kind; what is not named is automatic.
  public init(
    insertRows: Style = .automatic, deleteRows: Style = .automatic, reloadRows: Style = .automatic,
    insertSections: Style = .automatic, deleteSections: Style = .automatic, reloadSections: Style = .automatic
  ) {
    self.insertRows = insertRows
    self.deleteRows = deleteRows
    self.reloadRows = reloadRows
    self.insertSections = insertSections
    self.deleteSections = deleteSections
    self.reloadSections = reloadSections
  }

  /// One style for everything.
  public init(all style: Style) {
    self.init(
      insertRows: style, deleteRows: style, reloadRows: style, insertSections: style, deleteSections: style,
      reloadSections: style)
  }

  /// Whatever suits each change best.
  public static let automatic = Animations()
  /// Everything fades.
  public static let fade = Animations(all: .fade)
  /// Nothing moves; the changes still travel one by one. (Not `none`, which would be nil where it is optional.)
  public static let still = Animations(all: .none)
}

extension Animations {
  func insertion(of node: Node) -> Style { node.isSection ? insertSections : insertRows }
  func deletion(of node: Node) -> Style { node.isSection ? deleteSections : deleteRows }
  func reload(of node: Node) -> Style { node.isSection ? reloadSections : reloadRows }
  /// A row that only changes its place glides there, unless rows neither come nor go visibly.
  var move: Style { insertRows == .none && deleteRows == .none ? .none : .automatic }
}

extension Node {
  fileprivate var isSection: Bool { slot != .row || self is ContainerModel }
}
