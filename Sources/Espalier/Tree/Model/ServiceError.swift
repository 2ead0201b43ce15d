/// A service was not found: no container above the node and nothing above the root provides it, or the node is not part
/// of a page.
package struct ServiceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name of the requested type.
  package let type: String
  /// The address of the node that asked.
  package let node: String
  /// Whether the node is part of a page. If it is not, the request came too early or too late: a node finds services
  /// from `didAttachToRoot` and `didLoad` on, until it leaves the page.
  package let isInPage: Bool
  /// The provided services, nearest first, such as `Clock at the site`. Empty if the node is not part of a page.
  package let registered: [String]

  /// One line that names the missing service, and the provided services or what to do.
  package var description: String {
    if !isInPage {
      return
        "no \(type) can be found for \"\(node)\", which is not part of a page; ask in didAttachToRoot, in didLoad, or later"
    }
    let provided = registered.isEmpty ? "none" : registered.joined(separator: ", ")
    return "no \(type) is provided for \"\(node)\"; provided services: \(provided)"
  }
}
