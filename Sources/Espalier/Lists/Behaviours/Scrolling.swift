/// A plugin that tells a container how viewers scroll its rows.
///
/// ```swift
/// add(Scrolling())
/// on(Scrolling.scrolled) { list, report in
///   if report.moments.contains(.lastRowInView) { list.badge.content.isShown = false }
/// }
/// ```
///
/// A viewer's browser puts what happens within a quarter of a second into one report. The rows may scroll with the page, in
/// a box, or sideways in a strip, and may be those of a table. Sections of the container's source report for themselves. Only
/// pages with the plugin load the script for it. The start and the end are those of the rows that are shown, also in a window
/// over a table. Viewers without JavaScript report nothing, so show nothing that depends on it alone.
public final class Scrolling: Plugin {
  /// What a viewer did, or sees now.
  public enum Moment: String, Codable, Sendable, CaseIterable {
    /// The viewer began to scroll.
    case began
    /// The viewer scrolls towards the end. Reported when scrolling begins and when the direction changes.
    case forward
    /// The viewer scrolls towards the start. Reported when scrolling begins and when the direction changes.
    case backward
    /// The start of the list came into view.
    case startReached
    /// The end of the list came into view.
    case endReached
    /// The header of the container came into view.
    case headerInView
    /// The header of the container went out of view.
    case headerOutOfView
    /// The last row came into view.
    case lastRowInView
    /// The viewer has stopped.
    case ended
  }

  /// What has happened since a viewer's last report.
  public struct Report: Codable, Hashable, Sendable {
    /// What has happened, each moment once, in the order in which it happened last.
    public let moments: [Moment]

    private enum CodingKeys: String, CodingKey, CaseIterable { case moments }

    /// Reads a report. Throws for unknown fields, for no moment, and for one that is there twice.
    public init(from decoder: any Decoder) throws {
      try decoder.check(hasOnly: CodingKeys.self, of: "a report")
      let fields = try decoder.container(keyedBy: CodingKeys.self)
      moments = try fields.decode([Moment].self, forKey: .moments)
      guard !moments.isEmpty, Set(moments).count == moments.count else {
        let reason = moments.isEmpty ? "is empty; leave out a report of nothing" : "has a moment twice"
        throw DecodingError.dataCorruptedError(forKey: .moments, in: fields, debugDescription: reason)
      }
    }
  }

  /// Sent by the container when a viewer has scrolled.
  public static let scrolled = Event<Report>("scrolled")

  private let followsRows: Bool

  /// Reports of all moments. With `followsRows`, viewers also report which rows they have in view: those whose
  /// `viewerCount` is above zero. Rows that ask for other reports of their ``Node/visibility`` keep theirs.
  public init(followsRows: Bool = false) { self.followsRows = followsRows }

  /// Asks for reports of rows, if the plugin follows them.
  public override func visibility(of row: Node) -> Visibility? {
    followsRows && !Self.isSection(row) ? .inView : nil
  }

  /// Gives the sections of the container's source the plugin, too.
  public override func begin(in list: ContainerModel) { addToSections(of: list) }

  /// Ends the reports of the sections.
  public override func end(in list: ContainerModel) { removeFromSections(of: list) }

  /// Gives new sections the plugin.
  public override func rowsChanged(in list: ContainerModel) { addToSections(of: list) }

  /// The reports.
  public override var listEvents: [EventDescriptor] { [Self.scrolled.name] }

  /// The class that asks viewers for reports.
  public override func classes(ofList container: ContainerModel) -> String { "e-scrolls" }
}
