import Espalier
import EspalierHTTP
public import EspalierServer

extension SiteTool {
  /// Draws the tree of each page at `PAGE/tree`, live, and simulates network faults. For development only.
  ///
  /// ```swift
  /// Site(tools: [.inspector()]) { Page("/posts", title: "Posts") { PostList() } }
  /// ```
  ///
  /// The clients that `exposure` names can set faults at `/faults`. A tree picture shows the content of every node, so
  /// don't let strangers reach it.
  public static func inspector(faults exposure: Exposure = .off) -> SiteTool { Inspector(faults: exposure).tool }
}

/// Draws the trees of a site, and simulates network faults: see `faults`.
///
/// ```swift
/// let inspector = Inspector()
/// Site(tools: [inspector.tool]) { Page("/posts", title: "Posts") { PostList() } }
/// ```
package final class Inspector: Sendable {
  /// The simulated faults between the site and its browsers. There are none until you set them.
  package let faults = FaultLab()
  private let exposure: Exposure
  let pictures = PictureObserver()

  /// An inspector. The clients that `exposure` names can set faults at `/faults`.
  package init(faults exposure: Exposure = .off) { self.exposure = exposure }

  /// The pages, paths and files of the inspector.
  package var tool: SiteTool {
    var tool = SiteTool()
    tool.pages = { [pictures] in pictures.pictures(of: $0) }
    tool.observer = pictures
    tool.filter = faults
    tool.paths = [
      ToolPath(FaultForm.path, for: exposure) { [faults] request, site throws(HTTPError) in
        try faults.answer(request, site)
      }
    ]
    tool.files = [
      "espalier/picture.css": PackageResources.picture_css, "espalier/steps.css": Array(Marks.styleSheet.utf8),
    ]
    tool.values["hasInspector"] = .bool(true)
    tool.values["hasFaults"] = .bool(exposure.isOnSite)
    return tool
  }
}
