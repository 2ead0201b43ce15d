/// What a tree is like now, for its host.
package struct TreeState {
  private let tree: Tree

  init(of tree: Tree) { self.tree = tree }

  /// Whether the tree has changes that viewers do not see yet.
  package var hasChanges: Bool { tree.hasChanges }
  /// The number of nodes, including hidden ones.
  package var nodeCount: Int { tree.nodeCount }
  /// The title that the root has set at any time; nil if it has set none.
  package var title: String? { tree.ownTitle }
  /// The language of the page: the root's own choice, otherwise the site's.
  package var language: Language { tree.language }
  /// The language of the page if it has changed since the tree began; otherwise nil.
  package var changedLanguage: Language? { tree.declaration.changedLanguage }
  /// Whether the root has chosen the language.
  package var hasOwnLanguage: Bool { tree.declaration.ownLanguage != nil }
  /// The status of the page for clients that load it.
  package var status: PageInfo.Status { tree.info.status }
  /// The worst reason why a node does not show what it reads; nil if the page is whole.
  package var readProblem: ReadProblem? { tree.readProblem }
  /// Whether the tree has persisted properties, or saved keys to delete.
  package var persistsAnything: Bool { tree.persistsAnything }
  /// The persisted values that a store may not have yet.
  package var unsaved: UnsavedValues { UnsavedValues(of: tree) }
  /// Why the page must not be shown: a saved value cannot be read, and its property does not allow to begin without it.
  package var stopReason: String? { tree.persistence.stopReason }
  /// Whether a node has something to rest from while nobody looks.
  package var canRest: Bool { tree.canRest }
  /// Whether somebody looks at the page, or has just loaded it.
  package var hasViewers: Bool { tree.hasViewers }

  /// Whether the host must say who follows the page.
  package var asksForFollowers: Bool { tree.asksForFollowers }
  /// Whether the host must say who does not look any more.
  package var knowsViewers: Bool { tree.knowsViewers }

  /// Whether a dialog waits for a press.
  package func isOpen(_ dialog: PresentedDialog) -> Bool { tree.isOpen(dialog) }
}

extension Tree {
  /// What the tree is like now.
  package var state: TreeState { TreeState(of: self) }
}
