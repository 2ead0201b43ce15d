/// A row that says itself what screen readers call it.
///
/// ```swift
/// struct Letter: AccessibleRow, Identifiable {
///   let id: Int
///   var subject: String
///   var html: HTML { "<span>\(subject)</span><span>3</span>" }
///   var accessibleLabel: String? { subject }
///   var accessibleValue: String? { "3 answers" }
///   var accessibleHint: String? { "Shows the answers" }
/// }
/// ```
///
/// Each plugin adds its own: the selection whether the row is selected, folding whether it is open, and actions, editing
/// and moving their buttons. All of them use the label, and the row's own controls stay as they are.
public protocol AccessibleRow: Content {
  /// What the tools of the plugins call the row, as in "Delete Rome". Nil stands for the row's first heading or strong
  /// text, or else for its whole text. Nil unless declared.
  var accessibleLabel: String? { get }
  /// What the row shows now. The button that selects the row says it after the label. Nil unless declared.
  var accessibleValue: String? { get }
  /// What a press on the row does, as the description of the button that selects it. Nil unless declared.
  var accessibleHint: String? { get }
}

extension AccessibleRow {
  /// Nil: the row's text.
  public var accessibleLabel: String? { nil }
  /// Nil: nothing.
  public var accessibleValue: String? { nil }
  /// Nil: nothing.
  public var accessibleHint: String? { nil }
}
