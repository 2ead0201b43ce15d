/// A whole list, or a part of one, as a value: a header, rows of any types and further sections, a footer.
///
/// ```swift
/// ListSection("people", header: Title("People"), footer: Note("\(people.count) in all")) {
///   for person in people { PersonRow(person) }
///   if people.isEmpty { Empty() }
/// }
/// ```
///
/// The same value is a whole page, `Page("/people", title: "People") { ContainerModel(section) }`, a region of a page
/// with several, or a part of another list.
public struct ListSection: Sendable {
  /// The section's identity among its siblings; nil identifies it by its place among the sections without an id.
  package let id: String?
  /// The content above the rows.
  package var header: (any Content)?
  /// The content below the rows.
  package var footer: (any Content)?
  /// How the rows are laid out.
  package var layout: Layout
  /// The rows and further sections, in order.
  package var elements: [ListElement]
  /// The plugins of the section's rows.
  var plugins: [SectionPlugin]

  /// A section with an id.
  public init(
    _ id: some CustomStringConvertible, header: (any Content)? = nil, footer: (any Content)? = nil,
    layout: Layout = .inherited, @ListBuilder rows: () -> [ListElement] = { [] }
  ) {
    self.init(id: id.description, header: header, footer: footer, layout: layout, elements: rows())
  }

  /// A section without an id. Its place among the sections without an id identifies it.
  public init(
    header: (any Content)? = nil, footer: (any Content)? = nil, layout: Layout = .inherited,
    @ListBuilder rows: () -> [ListElement]
  ) {
    self.init(id: nil, header: header, footer: footer, layout: layout, elements: rows())
  }

  init(
    id: String?, header: (any Content)?, footer: (any Content)?, layout: Layout, plugins: [SectionPlugin] = [],
    elements: [ListElement]
  ) {
    self.id = id
    self.header = header
    self.footer = footer
    self.layout = layout
    self.plugins = plugins
    self.elements = elements
  }

  /// Returns the section with one more plugin for its rows.
  ///
  /// The expression makes the plugin once, when the section's container gets it. The plugin stays, with its state, as
  /// long as the section names a plugin of its type.
  public func plugin<P: Plugin>(_ plugin: @autoclosure @escaping @Sendable () -> P) -> ListSection {
    var copy = self
    copy.plugins.append(SectionPlugin(plugin()))
    return copy
  }
}

/// Collects the rows and sections of a list, with `if`, `switch` and `for`.
@resultBuilder
public enum ListBuilder {
  /// A row.
  public static func buildExpression(_ row: some Content & Identifiable) -> [ListElement] { [ListElement(row)] }
  /// A cell without an id.
  public static func buildExpression(_ content: some Content) -> [ListElement] { [ListElement(content)] }
  /// Rows of one type.
  public static func buildExpression(_ rows: [some Content & Identifiable]) -> [ListElement] {
    rows.map { ListElement($0) }
  }
  /// An element made elsewhere, such as a row with a node of its own.
  public static func buildExpression(_ element: ListElement) -> [ListElement] { [element] }
  /// A section.
  public static func buildExpression(_ section: ListSection) -> [ListElement] { [ListElement(section)] }
  /// Elements made elsewhere.
  public static func buildExpression(_ elements: [ListElement]) -> [ListElement] { elements }
  /// All elements in order.
  public static func buildBlock(_ elements: [ListElement]...) -> [ListElement] { elements.flatMap(\.self) }
  /// The elements of a loop.
  public static func buildArray(_ elements: [[ListElement]]) -> [ListElement] { elements.flatMap(\.self) }
  /// The elements of an `if` without `else`.
  public static func buildOptional(_ elements: [ListElement]?) -> [ListElement] { elements ?? [] }
  /// The elements of the first branch.
  public static func buildEither(first elements: [ListElement]) -> [ListElement] { elements }
  /// The elements of the other branch.
  public static func buildEither(second elements: [ListElement]) -> [ListElement] { elements }
}
