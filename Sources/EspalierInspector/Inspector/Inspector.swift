import Espalier
import EspalierHTTP
public import EspalierServer

/// Draws the tree of each page at `PAGE/tree`, live, and makes the network bad on purpose: see `faults`. For development only.
///
/// ```swift
/// Site(tools: [Inspector()]) { Page("/posts", title: "Posts") { PostList() } }
/// ```
///
/// One inspector serves one site. A picture shows the content of every node, so do not serve it to strangers.
public final class Inspector: SiteTool {
  /// What goes wrong between the site and its browsers: nothing, until you set it.
  package let faults = FaultLab()
  private let exposure: Exposure
  let pictures = PictureObserver()

  /// An inspector whose faults can also be set at `/faults`, by the clients that `exposure` names.
  public init(faults exposure: Exposure = .off) { self.exposure = exposure }

  /// The pages, the paths and the files of the inspector.
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
