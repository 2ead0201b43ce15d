import EspalierText

extension Visibility {
  /// Another part of the row is in a viewer's view. Only rows whose visibility is reported `inQuarters` send it.
  public static let progressed = Event<VisibilityProgress>("progressed")
  /// The report that a viewer sends to a page's root, for all rows at once.
  static let report = Event<VisibilityReport>(WireName.visibility)
}

/// How much of a row a viewer sees.
public struct VisibilityProgress: Hashable, Codable, Sendable {
  /// The row's address.
  public let row: String
  /// How much of it is in view: 0, 25, 50, 75 or 100, rounded down.
  public let percent: Int
}

/// The addresses of the rows that came into a viewer's view or went out of it since the last report, and how much of
/// each row is in view now.
struct VisibilityReport: Codable, Sendable {
  var appeared: [String]?
  var disappeared: [String]?
  var progressed: [String]?
  /// How much of each row in `progressed` is in view.
  var percent: [Int]?
  /// The name of the window among those of its browser. It makes it up when it loads the page.
  var viewer: String?
}

extension VisibilityReport {
  private enum Field: String, CaseIterable { case appeared, disappeared, progressed, percent, viewer }

  /// Reads a report from a viewer. The error names the field that is wrong or unknown.
  init(_ data: JSON, fromForm: Bool) throws(PayloadError) {
    if case .object(let object) = data,
      let stranger = object.members.first(where: { Field(rawValue: $0.name) == nil })?.name.shown
    {
      let known = Field.allCases.map(\.rawValue).joined(separator: ", ")
      throw PayloadError(field: "data.\(stranger)", reason: "is not known; a report has \(known)")
    }
    self = try data.decode(VisibilityReport.self, fromForm: fromForm)
    if let viewer, viewer.utf8.count > 64 {
      throw PayloadError(field: "data.viewer", reason: "must have at most 64 bytes")
    }
  }
}

/// A row that came into view or went out of it. Its hook is called after the flush.
struct VisibilityChange {
  let event: Event<String>
  let node: Node
  let address: String
  /// The container where the event starts to bubble.
  let hub: ContainerModel?
}
