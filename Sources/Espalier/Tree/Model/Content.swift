/// The value of a row and its markup, which is a pure function of the value.
///
/// Equality decides whether a row has changed; the `id` of an `Identifiable` content identifies the row. The fields
/// that `Codable` encodes are the row's JSON model and the values for its template.
///
/// ```swift
/// struct Person: Content, Identifiable {
///   let id: Int
///   var name: String
///   var html: HTML { "<strong>\(name)</strong>" }
/// }
/// ```
public protocol Content: Hashable, Codable, Sendable {
  /// The cell's markup. It must depend only on the value.
  var html: HTML { get }

  /// The cell's markup, filled from the site's templates if it uses one. Do not implement it yourself.
  func html(from templates: TemplateLibrary) throws(TemplateError) -> HTML

  /// The row's identity among its siblings. Nil uses the type's name and an ordinal.
  var key: String? { get }

  /// The type's name on the wire and in the row's `class`. Nil uses the name of the Swift type. See `Cell`.
  var typeName: String? { get }

  /// The size of the row, and its place among the others.
  var placement: Layout.Placement { get }

  /// The row's place in a container that is ordered by weight, lighter rows first. See
  /// ``ContainerModel/Children/isOrderedByWeight``.
  var weight: Int { get }

  /// What people can do with the row, and what plugins say about it. See `RowTraits`.
  var traits: RowTraits { get }

  /// When viewers report that the row is in view, unless its node overrides it. Nil disables the reports. See
  /// `Visibility`.
  var visibility: Visibility? { get }
}

extension Content {
  /// The content's own markup.
  public func html(from templates: TemplateLibrary) throws(TemplateError) -> HTML { html.namingCommands(in: self) }

  /// Nil: no identity of its own.
  public var key: String? { nil }

  /// Nil: the name of the Swift type.
  public var typeName: String? { nil }

  /// A normal row.
  public var placement: Layout.Placement { .automatic }

  /// Zero.
  public var weight: Int { 0 }

  /// Nothing special.
  public var traits: RowTraits { RowTraits() }

  /// Nil: no reports.
  public var visibility: Visibility? { nil }
}

extension Content where Self: Identifiable {
  /// The `id` as text.
  public var key: String? { text(of: id) }
}

/// An id as text.
func text(of id: some Any) -> String {
  // To interpolate a value of a generic type, Swift looks for its conformances. Most ids are of these types.
  if let number = id as? Int { return number.description }
  if let text = id as? String { return text }
  return "\(id)"
}

/// A content whose cell is a template: an HTML file in `Templates/`, or a block inside a page template.
///
/// ```swift
/// struct Person: TemplateContent {
///   static let template = TemplateName.file("Person")        // Templates/Person.html
///   var name: String                                         // <strong>{{name}}</strong>
/// }
/// ```
public protocol TemplateContent: Content {
  /// The file or the block with the markup.
  static var template: TemplateName { get }

  /// The events that the template may send with `{{event:label}}`. It may also run each field that is a command, with
  /// `{{event:field}}`.
  static var events: [EventDescriptor] { get }
}

extension TemplateContent {
  /// No events.
  public static var events: [EventDescriptor] { [] }

  /// Empty: without the site's templates there is no markup.
  public var html: HTML { HTML() }

  /// The template, filled with the content's fields.
  public func html(from templates: TemplateLibrary) throws(TemplateError) -> HTML {
    try templates.html(of: self, Self.template, events: Self.events, for: "\(Self.self)")
  }
}

extension TemplateLibrary {
  /// Checks a cell before it is shown: its template exists, names only fields of the content, sends only events and
  /// commands that the content declares, and has no value in an unsafe place. The check covers a section only if the
  /// content opens it.
  package func check(_ content: some Content) throws(TemplateError) {
    let html = try content.html(from: self)
    let name = "\(type(of: content))"
    if let fault = html.fault ?? html.fault(ofCellAt: name)?.description {
      throw TemplateError(file: name, line: 0, reason: fault)
    }
  }
}
