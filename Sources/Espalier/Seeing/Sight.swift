import EspalierText

/// When viewers report that a row came into view and went out of it, for a row that asks for it.
///
/// ```swift
/// final class PictureModel: CellModel<Picture> {
///   override func didLoad() { sight = .within(screens: 2) }
///   override func didAppear() { load() }
/// }
/// ```
///
/// The row's `didAppear` and `didDisappear` are called, and `appeared` and `disappeared` climb from it as any event does.
/// Each viewer reports for itself, so a row that two look at has appeared twice; `Node.onlookers` counts.
public struct Sight: Hashable, Sendable {
  /// The row came into a viewer's view. The data is its address.
  public static let appeared = Event<String>("appeared")
  /// The row went out of a viewer's view, or left the list. The data is its address, which nothing may have any more.
  public static let disappeared = Event<String>("disappeared")
  /// Another part of the row is in a viewer's view; sent by rows whose sight is `inQuarters`.
  public static let progressed = Event<SightProgress>("progressed")
  /// What a viewer sends to a page's root, all rows at once.
  static let report = Event<SightReport>(WireName.sight)

  /// What the row's element has in its `class`, for the browser's module `sight.js`.
  let classes: String

  /// While a part of it is in the window, and in the part of an inner list that is scrolled to.
  public static let inView = Sight(classes: WireName.sight(""))
  /// As `inView`, and how much of it is: each time that a quarter more or less of it is to be seen. See
  /// `Node.didProgress`.
  public static let inQuarters = Sight(classes: WireName.sight("quarters"))
  /// While it crosses the upper edge of what it scrolls in, which one of several that follow each other does. Reported
  /// only while a person scrolls.
  public static let atTop = Sight(classes: WireName.sight("top"))

  /// While it is in view or so many screens away from it, from 1 to 9; other numbers count as the nearest of these.
  public static func within(screens: Int) -> Sight { Sight(classes: WireName.sight("\(min(9, max(1, screens)))")) }
}

/// How much of a row a viewer sees.
public struct SightProgress: Hashable, Codable, Sendable {
  /// The row's address.
  public let row: String
  /// How much of it is in view: 0, 25, 50, 75 or 100, rounded down.
  public let percent: Int
}

/// What came into a viewer's view and what went out of it since the last report, by address, and of which rows how much is
/// in view now.
struct SightReport: Codable, Sendable {
  var appeared: [String]?
  var disappeared: [String]?
  var progressed: [String]?
  /// For each row in `progressed`.
  var percent: [Int]?
}

extension SightReport {
  private enum Field: String, CaseIterable { case appeared, disappeared, progressed, percent }

  /// Reads what a viewer sent. Throws naming the field that is wrong, or that no report has.
  init(_ data: JSON, fromForm: Bool) throws(PayloadError) {
    if case .object(let object) = data,
      let stranger = object.members.first(where: { Field(rawValue: $0.name) == nil })?.name.shown
    {
      let known = Field.allCases.map(\.rawValue).joined(separator: ", ")
      throw PayloadError(field: "data.\(stranger)", reason: "is not known; a report has \(known)")
    }
    self = try data.decode(SightReport.self, fromForm: fromForm)
  }
}

/// Something that is to be told of a row, once what changed is out.
struct Sighting {
  let event: Event<String>
  let node: Node
  let address: String
  /// Where the event begins to climb.
  let hub: ContainerModel?
}
