/// A source was asked for something that it does not have, or it announced changes that cannot be true. Nothing has
/// changed.
public struct SourceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, and what to do.
  public let description: String

  package init(_ description: String) { self.description = description }

  /// There is no section with this index; `count` is the number of sections.
  public static func section(_ index: Int, count: Int?) -> SourceError {
    SourceError(missing("section", "\(index)", count))
  }

  /// There is no row at this place; `count` is the number of rows in the section.
  public static func row(_ path: RowPath, count: Int?) -> SourceError { SourceError(missing("row", "\(path)", count)) }

  /// There is no element with this index.
  static func element(_ index: Int, count: Int) -> SourceError { SourceError(missing("element", "\(index)", count)) }

  private static func missing(_ what: String, _ index: String, _ count: Int?) -> String {
    guard let count else { return "there is no \(what) \(index): an index cannot be below zero" }
    return
      "there is no \(what) \(index): \(count == 0 ? "there are none" : "there are \(count), from 0 to \(count - 1)")"
  }

  /// The source belongs to another container or source already.
  static let inUse = SourceError("the source is in use elsewhere; make a source of its own for each place")

  /// A container has another long list already, whose edges lead to its rows.
  static let secondWindow = SourceError(
    "nothing leads to its other rows: put each long list into a container of its own")

  /// A source would hold itself.
  static let cycle = SourceError("a source cannot hold a source that holds it")

  /// The announced changes do not lead to the number of rows that the source has.
  static func count(in section: Int, changed: Int, actual: Int) -> SourceError {
    SourceError("its changes lead to \(changed) rows in section \(section), but the source has \(actual)")
  }

  /// The announced changes do not lead to the number of sections that the source has.
  static func sections(changed: Int, actual: Int) -> SourceError {
    SourceError("its changes lead to \(changed) sections, but the source has \(actual)")
  }
}
