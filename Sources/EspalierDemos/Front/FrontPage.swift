import Espalier
import EspalierHTTP

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
      ("origin", .string(origin)), ("style", "/styles/front.css"),
      ("isFront", true),
      ("summary", "Espalier is a Swift library and server for lists that everybody sees change as they change."),
      ("patchBytes", .int(patchBytes)), ("clientSize", .int(clientSize)),
      ("count", .int(Int64(Demo.all.count(where: \.isListed)))),
      (
        "source",
        .array(
          TextFolder("\(sources)/Lunch", ending: ".swift").files().map {
            ["name": .string($0.name), "code": .string($0.text)]
          })
      ),
      (
        "recommended",
        .array(
          Demo.recommended.map {
            [
              "href": .string($0.path), "title": .string($0.title), "summary": .string($0.summary),
              "picture": .string("/cards.svg#\($0.path.dropFirst())"),
            ]
          })
      ),
    ])
  }
}
