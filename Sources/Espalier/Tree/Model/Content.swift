/// The value of one row, and how it looks: a pure function from the value to markup.
///
/// Equality says whether the row changed; `Identifiable` contents say by their `id` which row it is. The fields, as
/// `Codable` writes them, are the row's JSON model and a template's slots.
///
/// ```swift
/// struct Person: Content, Identifiable {
///   let id: Int
///   var name: String
///   var html: HTML { "<strong>\(name)</strong>" }
/// }
/// ```
public protocol Content: Hashable, Codable, Sendable {
  /// The cell's markup. Must depend on nothing but the value.
  var html: HTML { get }

  /// The cell's markup, from a site's templates where it needs one. Not to be written by hand.
  func html(from templates: TemplateLibrary) throws(TemplateError) -> HTML

  /// The row's identity among its siblings; nil gives it its type's name and an ordinal.
  var key: String? { get }

  /// The type's name on the wire, which is the row's class too; nil is the name of the Swift type. See `Cell`.
  var typeName: String? { get }

  /// The size of the row, and its place among the others.
  var placement: Placement { get }

  /// When viewers report that they have the row in view, if its node says nothing else; nil: they do not. See `Visibility`.
  var visibility: Visibility? { get }
}

extension Content {
  /// Its own markup.
  public func html(from templates: TemplateLibrary) throws(TemplateError) -> HTML { html.namingCommands(in: self) }

  /// No identity of its own.
  public var key: String? { nil }

  /// Its Swift type's.
  public var typeName: String? { nil }

  /// A row like any other.
  public var placement: Placement { .automatic }

  /// Never.
  public var visibility: Visibility? { nil }
}

extension Content where Self: Identifiable {
  /// The `id` as text.
  public var key: String? { "\(id)" }
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
  /// Where the markup stands.
  static var template: TemplateName { get }

  /// The events that the template may send with `{{event:label}}`; it may run the fields that are commands
  /// with `{{event:field}}`.
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
  /// Checks a cell before it is shown: that its template is there, names only fields that the content has, sends only
  /// what it declares, and has no value in an unsafe place. The check sees a section only if the content opens it.
  package func check(_ content: some Content) throws(TemplateError) {
    let html = try content.html(from: self)
    let name = "\(type(of: content))"
    if let fault = html.fault ?? html.fault(ofCellAt: name)?.description {
      throw TemplateError(file: name, line: 0, reason: fault)
    }
  }
}
