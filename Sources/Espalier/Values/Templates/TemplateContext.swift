/// The values that a template's names refer to: the innermost value and the values around it.
struct TemplateContext {
  private var stack: [JSON]

  init(_ root: JSON) { stack = [root] }

  var top: JSON { stack[stack.count - 1] }

  func pushing(_ value: JSON) -> TemplateContext {
    var context = self
    context.stack.append(value)
    return context
  }

  /// Looks up the first name from the inside out, and each further name only in the value found before.
  subscript(_ reference: Template.Reference) -> JSON? {
    guard let first = reference.names.first else { return top }
    var value = innermost(first)
    for name in reference.names.dropFirst() { value = value?[name] }
    return value
  }

  private func innermost(_ name: String) -> JSON? {
    for index in stack.indices.reversed() {
      if let value = stack[index][name] { return value }
    }
    return nil
  }
}

extension JSON {
  /// Whether a section treats the value as false: null, false, an empty list or an empty text.
  fileprivate var isFalse: Bool { self == .null || self == false || self == [] || self == "" }

  /// The values for which a section is rendered.
  static func sectionValues(of value: JSON?) -> [JSON] {
    switch value {
    case nil: []
    case .some(let value) where value.isFalse: []
    case .array(let elements): elements
    case .some(let value): [value]
    }
  }

  /// The value as a template prints it.
  var templateText: String {
    switch self {
    case .null: ""
    case .string(let text), .markup(let text): text
    default: description
    }
  }
}
