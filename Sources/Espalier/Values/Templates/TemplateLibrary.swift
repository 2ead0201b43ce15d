/// All templates of a site, compiled once. Immutable; a changed file makes a new library.
public struct TemplateLibrary: Sendable {
  private var templates: [TemplateName: Template] = [:]
  private var sources: [String: String] = [:]
  /// Partials by name and indent: Mustache indents a partial's lines like the tag that names it.
  private var partials: [String: Template] = [:]
  /// Where the files are, for errors.
  private let folder: String
  /// Whether `{{{field}}}` prints any text, as in plain Mustache, or only a `RawHTML`.
  private let trustsText: Bool

  /// An empty library.
  package init() { (folder, trustsText) = ("", false) }

  /// Compiles templates. `files` maps a name (`Person` for `Templates/Person.html`) to its text. `folder` appears only
  /// in error messages.
  ///
  /// Throws `TemplateError` for a broken tag, a missing partial, or two blocks with the same name.
  package init(files: [String: String], folder: String = "") throws(TemplateError) {
    try self.init(files: files, folder: folder, trustsText: false)
  }

  init(files: [String: String], folder: String = "", trustsText: Bool) throws(TemplateError) {
    self.folder = folder
    self.trustsText = trustsText
    sources = files
    for (name, text) in files.sorted(by: { $0.key < $1.key }) {
      let file = TemplateLibrary.file(name)
      let (page, blocks) = try TemplateBlocks.split(text, file: file)
      templates[.file(name)] = try Template(parsing: page, file: file)
      for block in blocks {
        let blockName = TemplateName.block(block.name, in: name)
        guard templates[blockName] == nil else {
          throw TemplateError(file: file, line: block.line, reason: "there are two blocks named \"\(block.name)\"")
        }
        templates[blockName] = try Template(parsing: block.source, file: file, line: block.line)
      }
    }
    for template in templates.values.sorted(by: { $0.file < $1.file }) {
      try compilePartials(of: template.parts, file: template.file)
    }
  }

  /// The names of all templates and blocks.
  package var names: [TemplateName] { templates.keys.sorted { "\($0)" < "\($1)" } }

  /// Renders a page or another whole document from a template and its values. Throws if the template prints, outside
  /// all sections, a name without a value.
  package func document(_ name: String, _ values: JSON) throws(TemplateError) -> HTML {
    if !trustsText, case .object(let object) = values, let template = templates[.file(name)] {
      try check(template, of: object)
    }
    guard let template = templates[.file(name)] else { throw missing(.file(name), for: "the page") }
    return try fill(template, values, senders: .init())
  }

  /// The members of an object that a template and its partials print: `b` for `{{a.b}}`, in order of first occurrence.
  package func members(of object: String, in name: String) -> [String] {
    var found: [String] = []
    for names in variables(in: name) where names.count == 2 && names[0] == object && !found.contains(names[1]) {
      found.append(names[1])
    }
    return found
  }

  /// The names that a template and its partials print, also in sections: `["a", "b"]` for `{{a.b}}`.
  package func variables(in name: String) -> [[String]] {
    var found: [[String]] = []
    // A partial may include itself.
    var seen: Set<String> = []
    func look(at parts: [Template.Part]) {
      for part in parts {
        switch part {
        case .variable(let reference, _): found.append(reference.names)
        case .section(_, _, let inner): look(at: inner)
        case .partial(let name, let indent, _):
          let key = TemplateLibrary.partialKey(name, indent)
          if seen.insert(key).inserted { look(at: partials[key]?.parts ?? []) }
        case .text, .event: continue
        }
      }
    }
    look(at: templates[.file(name)]?.parts ?? [])
    return found
  }

  /// The markup of a template cell. Throws if the template is missing, names a field that the content does not have, or
  /// prints text as markup.
  func html(
    of content: some Encodable, _ name: TemplateName, events: [EventDescriptor], for user: @autoclosure () -> String
  ) throws(TemplateError) -> HTML {
    let fields: (values: JSON, opaque: [String: any OpaqueField])
    do {
      fields = try JSON.fields(of: content)
    } catch {
      throw TemplateError(file: "\(name)", line: 0, reason: "the fields of \(user()) cannot be read: \(error)")
    }
    guard let template = templates[name] else { throw missing(name, for: user()) }
    try check(template, fields.values, for: user())
    let commands = fields.opaque.isEmpty ? [:] : fields.opaque.compactMapValues { $0 as? any AnyCommand }
    return try fill(template, fields.values, senders: .init(events: events, commands: commands))
  }

  private static func file(_ name: String) -> String { "\(name).html" }

  private func missing(_ name: TemplateName, for user: String) -> TemplateError {
    let place = folder.isEmpty ? "" : " in \(folder)"
    let known = names.isEmpty ? "there is none" : "there are: \(names.map(\.description).joined(separator: ", "))"
    let reason =
      switch name {
      case .file(let file): "there is no template \(file).html for \(user); \(known)\(place)"
      case .block(let block, let page):
        "there is no <template data-cell=\"\(block)\"> in \(page).html for \(user); \(known)\(place)"
      }
    return TemplateError(file: "\(name)", line: 0, reason: reason)
  }

  private func fill(
    _ template: Template, _ values: JSON, senders: TemplateFiller.Senders
  ) throws(TemplateError) -> HTML {
    var filler = TemplateFiller(partials: partials, senders: senders, trustsText: trustsText, file: template.file)
    try filler.append(template.parts, TemplateContext(values))
    let html = filler.builder.finish()
    if let fault = html.fault { throw TemplateError(file: template.file, line: 0, reason: fault) }
    return html
  }

  /// `chain` lists the partials that include this one. An indented partial that is already in the chain would include
  /// itself without end, with more indentation each time.
  private mutating func compilePartials(
    of parts: [Template.Part], file: String, chain: [String] = []
  ) throws(TemplateError) {
    for part in parts {
      switch part {
      case .section(_, _, let inner): try compilePartials(of: inner, file: file, chain: chain)
      case .partial(let name, let indent, let line):
        let key = TemplateLibrary.partialKey(name, indent)
        guard partials[key] == nil else { continue }
        guard let source = sources[name] else {
          if trustsText { continue }
          throw TemplateError(file: file, line: line, reason: "there is no template \(name).html for {{> \(name)}}")
        }
        guard indent.isEmpty || !chain.contains(name) else {
          throw TemplateError(
            file: file, line: line,
            reason: "{{> \(name)}} includes itself with more indentation each time; write it at the start of its line")
        }
        let partial = try Template(parsing: source.indented(by: indent), file: TemplateLibrary.file(name))
        partials[key] = partial
        try compilePartials(of: partial.parts, file: partial.file, chain: chain + [name])
      case .text, .variable, .event: break
      }
    }
  }

  /// Throws if the document prints a name without a value outside all sections. A section may name a missing value,
  /// because a document's sections are optional.
  private func check(_ document: Template, of values: JSONObject) throws(TemplateError) {
    // A partial may include itself.
    var seen: Set<String> = []
    var templates = [document]
    while let template = templates.popLast() {
      for part in template.parts {
        switch part {
        case .variable(let reference, _):
          guard let name = reference.names.first, values[name] == nil else { continue }
          let known = values.members.map(\.name).joined(separator: ", ")
          throw TemplateError(
            file: template.file, line: reference.line, reason: "there is no value \"\(name)\"; there are: \(known)")
        case .partial(let name, let indent, _):
          let key = TemplateLibrary.partialKey(name, indent)
          if let partial = partials[key], seen.insert(key).inserted { templates.append(partial) }
        case .text, .section, .event: continue
        }
      }
    }
  }

  static func partialKey(_ name: String, _ indent: String) -> String { "\(indent)>\(name)" }

  /// Throws if the template names, outside all sections, a field that the content does not have.
  private func check(_ template: Template, _ values: JSON, for user: @autoclosure () -> String) throws(TemplateError) {
    guard case .object(let object) = values else { return }
    for part in template.parts {
      let reference: Template.Reference
      switch part {
      case .variable(let name, _), .section(let name, _, _), .event(_, .field(let name), _, _): reference = name
      case .text, .partial, .event: continue
      }
      guard let name = reference.names.first, !object.has(name) else { continue }
      let fields = object.members.map(\.name)
      throw TemplateError(
        file: template.file, line: reference.line,
        reason: "\(user()) has no field \"\(name)\"; it has: \(fields.joined(separator: ", "))")
    }
  }
}

extension String {
  /// Indents every line that is not empty.
  fileprivate func indented(by indent: String) -> String {
    if indent.isEmpty { return self }
    let lines = split(separator: "\n", omittingEmptySubsequences: false)
    return lines.map { $0.isEmpty ? "" : indent + $0 }.joined(separator: "\n")
  }
}
