/// A content without its own type: any value, with markup from a closure or from a template.
///
/// ```swift
/// list.add(Cell(person) { "<strong>\($0.name)</strong>" })
/// list.add(Cell(template: .file("Person"), data: person))      // Templates/Person.html: <strong>{{name}}</strong>
/// list.add(Cell(named: "Rule") { "<hr>" })
/// ```
///
/// Use it like any other content: as a row of a list that is set as a value, as a header, or in a `CellModel`, whose
/// `content.data` is typed and can be changed. The data's fields are the JSON model and the template's values; for data
/// that is a single value, the field is `data`. The closure runs when the cell is created and when its data changes.
/// Cells are equal only if their markup is equal too, so a row is also updated when a value that the closure captured
/// has changed.
public struct Cell<Value: Hashable & Codable & Sendable>: Content {
  /// Where the markup comes from. All closures are equal, because their markup is compared.
  private enum Source: Hashable, Sendable {
    case closure(@Sendable (Value) -> HTML)
    case template(Filled)

    private var filled: Filled? {
      if case .template(let filled) = self { filled } else { nil }
    }
    static func == (one: Source, other: Source) -> Bool { one.filled == other.filled }
    func hash(into hasher: inout Hasher) { hasher.combine(filled) }
  }

  private struct Filled: Hashable, Sendable {
    let template: TemplateName
    let events: [EventDescriptor]
  }

  /// What the cell shows.
  public var data: Value { didSet { if data != oldValue { draw() } } }
  /// Empty for a template's cell: without the site's templates there is no markup.
  public private(set) var html = HTML()
  /// The given id or, without one, the data's id if it has one.
  public let key: String?
  /// The given name or, without one, the name of the template or of the data's type.
  public let typeName: String?
  private let source: Source

  /// A cell whose markup a closure creates from its data.
  ///
  /// `id` identifies the row; `name` is its type's name on the wire and its element's class.
  public init(
    _ data: Value, id: (any CustomStringConvertible)? = nil, named name: String? = nil,
    _ html: @escaping @Sendable (Value) -> HTML
  ) {
    self.init(data, id, name ?? bareName(of: Value.self), .closure(html))
  }

  /// A cell whose markup is a file in `Templates/` or a block in a page's template, filled with the data's fields.
  ///
  /// The template may send these `events`, and run the commands that are fields of the data.
  public init(
    template: TemplateName, data: Value, id: (any CustomStringConvertible)? = nil, named name: String? = nil,
    events: [EventDescriptor] = []
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
  private var filled: Filled? {
    if case .template(let filled) = source { filled } else { nil }
  }
}

extension Cell {
  private enum CodingKeys: CodingKey { case data }

  /// Encodes the data's fields. For data that is a single value, the field is `data`.
  public func encode(to encoder: any Encoder) throws {
    if case .object = try JSON(encoding: data) { return try data.encode(to: encoder) }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(data, forKey: .data)
  }

  /// Always throws, because the encoded fields do not contain the cell's markup. To store a cell's data, use
  /// `persist(\.content.data, as: …)`.
  public init(from decoder: any Decoder) throws {
    throw DecodingError.dataCorrupted(
      .init(codingPath: decoder.codingPath, debugDescription: "a Cell cannot be decoded; decode its data instead"))
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
