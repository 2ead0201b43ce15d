import Espalier
import EspalierHTTP
public import EspalierServer

/// Draws the tree of each page at `PAGE/tree`, live, and simulates network faults: see `faults`. For development only.
///
/// ```swift
/// Site(tools: [Inspector()]) { Page("/posts", title: "Posts") { PostList() } }
/// ```
///
/// One inspector serves one site. A tree picture shows the content of every node, so don't let strangers reach it.
public final class Inspector: SiteTool {
  /// The simulated faults between the site and its browsers. There are none until you set them.
  package let faults = FaultLab()
  private let exposure: Exposure
  let pictures = PictureObserver()

  /// An inspector. The clients that `exposure` names can set faults at `/faults`.
  public init(faults exposure: Exposure = .off) { self.exposure = exposure }

  /// The pages, paths and files of the inspector.
  public var parts: SiteToolParts {
    var parts = SiteToolParts()
    parts.pages = { [pictures] in pictures.pictures(of: $0) }
    parts.observer = pictures
    parts.filter = faults
    parts.paths = [
      ToolPath(FaultForm.path, for: exposure) { [faults] request, site throws(HTTPError) in
        try faults.answer(request, site)
      }
    ]
    parts.files = [
      "espalier/picture.css": PackageResources.picture_css, "espalier/steps.css": Array(Marks.styleSheet.utf8),
    ]
    parts.values["hasInspector"] = .bool(true)
    parts.values["hasFaults"] = .bool(exposure.isOnSite)
    return parts
  }
}
