/// What somebody types over the fields of a row, while others may change the row or remove it.
///
/// A form shows a draft. It has a field for each field of the row, and a hidden one for ``version``:
///
/// ```swift
/// on(PersonForm.save) { page, form in
///   guard page.draft.submit(form.fields, version: form.version, problems: form.problems) else { return }
///   page.write(to: database) { ... } then: { page, _ in page.draft.saved() }
/// }
/// ```
///
/// Nothing that was typed is lost: it stays in the draft until it is saved or reset. What somebody else has made of a
/// field meanwhile is in ``changed(_:)``, to be shown beside it.
public struct Draft<Fields: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
  /// The row as it is now; nil if there is none.
  public private(set) var now: Fields?
  /// What was typed last and is not saved; nil if there is nothing.
  public private(set) var typed: Fields?
  /// Why the typed fields cannot be saved: a text for each wrong field, by the field's name.
  public private(set) var problems: [String: String] = [:]
  /// Another number after each change of the row. A form sends it back, so that nobody overwrites what they did not see.
  public private(set) var version = 0
  /// Whether the last form was refused because the row had changed since the form was shown.
  public private(set) var isOutdated = false
  /// The row as it was when it was shown first, saved or reset.
  private var base: Fields?

  /// A draft of a row that is not known yet.
  public init() {}

  /// Whether somebody has removed the row since it was shown.
  public var isGone: Bool { base != nil && now == nil }

  /// What the form shows in a field: what was typed, or else what the row has. Nil if there was never a row.
  public subscript<Value>(field: KeyPath<Fields, Value>) -> Value? {
    (typed ?? now ?? base).map { $0[keyPath: field] }
  }

  /// What somebody else has made of a field since it was shown; nil if it is as it was.
  public func changed<Value: Equatable>(_ field: KeyPath<Fields, Value>) -> Value? {
    guard let base, let now, base[keyPath: field] != now[keyPath: field] else { return nil }
    return now[keyPath: field]
  }

  /// Notes what the row is now; nil if there is none. Call it for each change, of your own writes too.
  public mutating func follow(_ row: Fields?) {
    if row == now { return }
    now = row
    base = base ?? row
    version += 1
  }

  /// Takes what a form sent. Returns whether it can be written: `problems` is empty, and the row is as it was when the form
  /// was shown with this version. Otherwise the form shows why not, and sending it again with the new version
  /// overwrites the row.
  public mutating func submit(_ fields: Fields, version: Int, problems: [String: String] = [:]) -> Bool {
    typed = fields
    self.problems = problems
    isOutdated = version != self.version
    return problems.isEmpty && !isOutdated
  }

  /// Notes that the typed fields are written.
  public mutating func saved() {
    guard let written = typed else { return }
    follow(written)
    reset()
  }

  /// Forgets what was typed, and shows the row as it is now.
  public mutating func reset() {
    (typed, problems, isOutdated) = (nil, [:], false)
    base = now ?? base
  }
}
