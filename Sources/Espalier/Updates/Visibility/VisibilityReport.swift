import EspalierText

extension Visibility {
  /// The row came into a viewer's view. The data is its address.
  public static let appeared = Event<String>("appeared")
  /// The row went out of a viewer's view, or left the list. The data is its address, which nothing may have any more.
  public static let disappeared = Event<String>("disappeared")
  /// Another part of the row is in a viewer's view; sent by rows whose visibility is reported `inQuarters`.
  public static let progressed = Event<VisibilityProgress>("progressed")
  /// What a viewer sends to a page's root, all rows at once.
  static let report = Event<VisibilityReport>(WireName.visibility)
}

/// How much of a row a viewer sees.
public struct VisibilityProgress: Hashable, Codable, Sendable {
  /// The row's address.
  public let row: String
  /// How much of it is in view: 0, 25, 50, 75 or 100, rounded down.
  public let percent: Int
}

/// What came into a viewer's view and what went out of it since the last report, by address, and of which rows how much is
/// in view now.
struct VisibilityReport: Codable, Sendable {
  var appeared: [String]?
  var disappeared: [String]?
  var progressed: [String]?
  /// For each row in `progressed`.
  var percent: [Int]?
}

extension VisibilityReport {
  private enum Field: String, CaseIterable { case appeared, disappeared, progressed, percent }

  /// Reads what a viewer sent. Throws naming the field that is wrong, or that no report has.
  init(_ data: JSON, fromForm: Bool) throws(PayloadError) {
    if case .object(let object) = data,
      let stranger = object.members.first(where: { Field(rawValue: $0.name) == nil })?.name.shown
    {
      let known = Field.allCases.map(\.rawValue).joined(separator: ", ")
      throw PayloadError(field: "data.\(stranger)", reason: "is not known; a report has \(known)")
    }
    self = try data.decode(VisibilityReport.self, fromForm: fromForm)
  }
}

/// A row came into view or went out of it; the row hears of it after the flush.
struct VisibilityChange {
  let event: Event<String>
  let node: Node
  let address: String
  /// Where the event begins to climb.
  let hub: ContainerModel?
}
