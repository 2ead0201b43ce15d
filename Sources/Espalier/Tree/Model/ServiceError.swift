/// A service was not found: nobody above the node provides it, or the node is not part of a page.
package struct ServiceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name of the type that was asked for.
  package let type: String
  /// The address of the node that asked.
  package let node: String
  /// Whether the node is part of a page. If it is not, it was asked too early or too late: a node finds services from
  /// `didAttachToRoot` and `didLoad` on, until it leaves the page.
  package let isInPage: Bool
  /// What is provided, nearest first: `Clock at the site`. Nothing where the node is not part of a page.
  package let registered: [String]

  /// One line that says what was looked for, and what is there or what to do.
  package var description: String {
    if !isInPage {
      return
        "no \(type) can be found for \"\(node)\", which is not part of a page; ask in didAttachToRoot, in didLoad, or later"
    }
    let others = registered.isEmpty ? "nothing is" : "these are: \(registered.joined(separator: ", "))"
    return "no \(type) is provided for \"\(node)\"; \(others)"
  }
}
