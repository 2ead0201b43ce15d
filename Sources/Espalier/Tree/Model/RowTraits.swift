/// What people can do with a row, and what the plugins of its list say about it.
///
/// ```swift
/// struct Chore: Content, Identifiable {
///   let id: Int
///   var name: String
///   var isFixed = false
///   var html: HTML { "<span>\(name)</span>" }
///   var traits: RowTraits { RowTraits(canDelete: !isFixed, canMove: !isFixed, label: name) }
/// }
/// ```
///
/// Name only what differs from a row without traits. If a trait needs a plugin that the row's list does not have, the log
/// says so once for each list. The traits of a container are those of its header; in a table, each trait is that of the
/// row's first cell that has it.
public struct RowTraits: Hashable, Sendable {
  /// Whether people may delete the row while its list is being edited, if they may not insert at it. Nil stands for no.
  /// See ``Editing``.
  public var canDelete: Bool?
  /// Whether people may insert something at the row while its list is being edited. Nil stands for no.
  public var canInsert: Bool?
  /// Whether people may move the row. Nil stands for yes in a list with ``Reordering``, and for no in a list with
  /// ``Editing``.
  public var canMove: Bool?
  /// Whether people may fold and unfold the rows below this header. Nil stands for a header that does not fold. See
  /// ``Folding``.
  public var canFold: Bool?
  /// Whether a header that folds is unfolded when it is new. Nil stands for no.
  public var isOpenAtStart: Bool?
  /// The ids of what the row needs before a viewer sees it, such as the names of pictures. Rows that name one id share
  /// one load. See ``Prefetching``.
  public var prefetched: [String]?
  /// The ids of the actions that the row has. Nil stands for all that its list offers. See ``RowActions``.
  public var actionIDs: [String]?
  /// The text with which the index beside the list leads to this row.
  var indexTitle: String?
  /// What the tools of the plugins call the row, as in "Delete Rome". Nil stands for the row's first heading or strong
  /// text, or else for its whole text.
  public var label: String?
  /// The types of plugins without which the row cannot do what it says. If its list has none of a type, the log says so.
  var plugins: [PluginType] = []
  /// What the row shows now. The button that selects the row says it after the label.
  public var value: String?
  /// What a press on the row does, as the description of the button that selects it.
  public var hint: String?

  /// The traits of a row. `indexTitle` is a short text with which the index beside the list leads to this row; see
  /// ``Node/sectionIndex(above:link:)``. `plugins` are the types of your own plugins that the row needs, such as
  /// `Starring.self`: a list without such a plugin is reported, as it is for the other traits.
  public init(
    canDelete: Bool? = nil, canInsert: Bool? = nil, canMove: Bool? = nil, canFold: Bool? = nil,
    isOpenAtStart: Bool? = nil, prefetched: [String]? = nil, actionIDs: [String]? = nil, indexTitle: String? = nil,
    label: String? = nil, value: String? = nil, hint: String? = nil, plugins: [AnyObject.Type] = []
  ) {
    (self.canDelete, self.canInsert, self.canMove) = (canDelete, canInsert, canMove)
    (self.canFold, self.isOpenAtStart) = (canFold, isOpenAtStart)
    (self.prefetched, self.actionIDs, self.indexTitle) = (prefetched, actionIDs, indexTitle)
    (self.label, self.value, self.hint) = (label, value, hint)
    self.plugins = plugins.map { PluginType(name: bareName(of: $0), id: ObjectIdentifier($0)) }
  }

  /// These traits, and those of another cell of the row where these say nothing.
  func adding(_ other: RowTraits) -> RowTraits {
    var all = RowTraits(
      canDelete: canDelete ?? other.canDelete, canInsert: canInsert ?? other.canInsert,
      canMove: canMove ?? other.canMove, canFold: canFold ?? other.canFold,
      isOpenAtStart: isOpenAtStart ?? other.isOpenAtStart, prefetched: prefetched ?? other.prefetched,
      actionIDs: actionIDs ?? other.actionIDs, indexTitle: indexTitle ?? other.indexTitle,
      label: label ?? other.label, value: value ?? other.value, hint: hint ?? other.hint)
    all.plugins = plugins + other.plugins
    return all
  }

  /// The type of a plugin.
  struct PluginType: Hashable, Sendable {
    let name: String
    let id: ObjectIdentifier
  }
}
