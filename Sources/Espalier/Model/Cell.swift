/// A content without a type of its own: any value, and markup from a closure or from a template.
///
/// ```swift
/// list.add(Cell(person) { "<strong>\($0.name)</strong>" })
/// list.add(Cell(template: .file("Person"), data: person))      // Templates/Person.html: <strong>{{name}}</strong>
/// list.add(Cell(named: "Rule") { "<hr>" })
/// ```
///
/// It is a content like any other: a row of a list that is set as a value, a header, or what a `CellModel` holds, whose
/// `content.data` is typed and may be changed. The data's fields are the JSON model and the template's slots; data that is
/// one value is the field `data`. Markup from a closure is made when the cell is, and compared like the data: what the
/// closure captured counts too, so no row is left showing what was.
public struct Cell<Value: Hashable & Codable & Sendable>: Content {
  private enum Source: Sendable {
    case closure(@Sendable (Value) -> HTML)
    case template(Filled)
  }

  private struct Filled: Hashable, Sendable {
    let template: TemplateName
    let events: [EventName]
  }

  /// What the cell shows.
  public var data: Value { didSet { if data != oldValue { draw() } } }
  /// Empty for a template's cell: without the site's templates there is no markup.
  public private(set) var html = HTML()
  /// The id that was given, else that of the data if it has one.
  public let key: String?
  /// The name that was given, else that of the template or of the data's type.
  public let typeName: String?
  private let source: Source

  /// A cell whose markup a closure makes of its data.
  ///
  /// `id` says which row it is; `name` is its type's name on the wire and its element's class.
  public init(
    _ data: Value, id: (any CustomStringConvertible)? = nil, named name: String? = nil,
    _ html: @escaping @Sendable (Value) -> HTML
  ) {
    self.init(data, id, name ?? bareName(of: Value.self), .closure(html))
  }

  /// A cell whose markup is a file in `Templates/` or a block in a page's template, filled with the data's fields.
  ///
  /// It may send the `events` that it names, and run the commands that are fields of the data.
  public init(
    template: TemplateName, data: Value, id: (any CustomStringConvertible)? = nil, named name: String? = nil,
    events: [EventName] = []
  ) {
    self.init(data, id, name ?? template.name, .template(Filled(template: template, events: events)))
  }

  private init(_ data: Value, _ id: (any CustomStringConvertible)?, _ name: String, _ source: Source) {
    self.data = data
    key = id?.description ?? (data as? any Identifiable).map { identity(of: $0) }
    typeName = String(name.map { $0.isLetter || $0.isNumber || $0 == "-" ? $0 : "_" })
    self.source = source
    draw()
  }

  private mutating func draw() {
    if case .closure(let html) = source { self.html = html(data) }
  }

  /// The closure's markup, or the template's.
  public func html(from templates: TemplateLibrary) throws(TemplateError) -> HTML {
    guard let filled else { return html.namingCommands(in: self) }
    return try templates.html(
      of: self, filled.template, events: filled.events, for: "Cell(template: …, data: \(bareName(of: Value.self)))")
  }
}

extension Cell where Value == NoData {
  /// A cell that only has markup.
  public init(
    id: (any CustomStringConvertible)? = nil, named name: String = "Cell", _ html: @escaping @Sendable () -> HTML
  ) {
    self.init(NoData(), id: id, named: name) { _ in html() }
  }
}

extension Cell {
  /// Whether both have equal data and look alike.
  public static func == (left: Self, right: Self) -> Bool {
    left.data == right.data && left.html == right.html && left.filled == right.filled && left.key == right.key
      && left.typeName == right.typeName
  }
  /// Hashes the data.
  public func hash(into hasher: inout Hasher) { hasher.combine(data) }

  private var filled: Filled? {
    if case .template(let filled) = source { filled } else { nil }
  }
}

extension Cell {
  private enum CodingKeys: CodingKey { case data }

  /// The data's fields; data that is one value is the field `data`.
  public func encode(to encoder: any Encoder) throws {
    if case .object = try JSON(encoding: data) { return try data.encode(to: encoder) }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(data, forKey: .data)
  }

  /// Throws: nothing that was encoded says how the cell looked. `keep(\.content.data, as: …)` keeps what it showed.
  public init(from decoder: any Decoder) throws {
    throw DecodingError.dataCorrupted(
      .init(codingPath: decoder.codingPath, debugDescription: "a Cell cannot be read back; its data can"))
  }
}

private func identity(of value: some Identifiable) -> String { "\(value.id)" }

extension TemplateName {
  /// The name alone.
  fileprivate var name: String {
    switch self {
    case .file(let name), .block(let name, _): name
    }
  }
}
