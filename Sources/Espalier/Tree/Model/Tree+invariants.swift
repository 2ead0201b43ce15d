extension Tree {
  /// Ends the program if a flush has left the tree inconsistent: in debug builds, and in the build of `scripts/test`,
  /// whose libraries are optimised as in a release and therefore have no other assertions.
  func checkInvariants() {
    #if CHECK_INVARIANTS
      precondition(violations().isEmpty, violations().joined(separator: "\n"))
    #else
      assert(violations().isEmpty, violations().joined(separator: "\n"))
    #endif
  }

  /// All inconsistencies of the tree, for tests and for `checkInvariants`.
  func violations() -> [String] {
    var found: [String] = []
    inspect(root, &found)
    return found
  }

  private func inspect(_ container: ContainerModel, _ found: inout [String]) {
    let address = container.address
    if container.childrenByKey.count != container.nodes.count {
      found.append("the index of \"\(address)\" has not one entry for each child")
    }
    for child in container.nodes {
      if child.parent !== container { found.append("\(child.key) in \"\(address)\" has another parent") }
      if child.tree !== self { found.append("\(child.key) in \"\(address)\" does not know its tree") }
      if let list = child.shownIn, !list.lists(child) {
        found.append("\(child.key) in \"\(address)\" claims to be listed where it is not")
      }
      if container.childrenByKey[child.key] !== child { found.append("\(child.key) in \"\(address)\" is not indexed") }
    }
    // If a hook has changed a container since the flush, the next flush corrects it.
    for (index, entry) in container.shown.enumerated() where container.isShown && !container.isDirty {
      if entry.node.shownIndex != index || entry.node.shownIn !== container {
        found.append("\(entry.key) in \"\(address)\" is listed elsewhere")
      }
    }
    for case let inner as ContainerModel in container.nodes { inspect(inner, &found) }
  }
}

extension ContainerModel {
  fileprivate func lists(_ node: Node) -> Bool {
    shown.indices.contains(node.shownIndex) && shown[node.shownIndex].node === node
  }
}
