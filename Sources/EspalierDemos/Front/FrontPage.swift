import Espalier
import EspalierServer

/// The front page: what Espalier is, a live list in two frames, and the index of the demos.
enum FrontPage {
  static let title = "Live lists for the web, in Swift"
  /// The bytes of the patch for one changed number. The tests measure it.
  private static let patchBytes: Int64 = 25
  /// The kilobytes of scripts and style sheets that a browser loads at its first visit. The tests measure them.
  private static let clientSize: Int64 = 14

  /// The values that its template needs besides the index.
  static func values(_ origin: String, sources: String) -> JSONObject {
    JSONObject([
      ("origin", .string(origin)), ("style", "/styles/front.css"), ("isStill", true), ("isFront", true),
      ("summary", "Espalier is a Swift library and server for lists that everybody sees change as they change."),
      ("patchBytes", .int(patchBytes)), ("clientSize", .int(clientSize)), ("frameworks", Framework.links),
      (
        "source",
        .array(
          SourceFolder(path: "\(sources)/Lunch").files().map {
            ["name": .string($0.name), "code": .string($0.text)]
          })
      ),
    ])
  }
}
