extension TreeNode where Self: Node {
  /// Shows a dialog to the viewer who sent the event that is being handled, and to nobody else, also on a page that all
  /// browsers share.
  ///
  /// ```swift
  /// list.present(.alert("Remove it?", actions: [.init("yes", "Remove", .destructive), .init("no", "Keep", .cancel)])) {
  ///   list, action in if action == "yes" { list.remove(id) }
  /// }
  /// ```
  ///
  /// When the viewer presses an action, `answer` receives this node and the action's id, once. It may present the next
  /// dialog. Who may not send the event that is being handled may not press an action either.
  ///
  /// The dialog is over when an action was pressed, when this node has left the page, after a restart of the server, and
  /// when 256 newer dialogs of the page are open. A press in a dialog that is over changes nothing, and a notice says
  /// so. Without JavaScript, the dialog is on the page that answers the event.
  ///
  /// Outside of an event's handler there is no viewer to show it to. This is reported and has no effect.
  public func present(_ dialog: Dialog, _ answer: @escaping (Self, String) -> Void = { _, _ in }) {
    guard let tree else { return }
    guard let delivery = tree.delivery else { return tree.report(.dialog(dialog.title, address: address, .noEvent)) }
    if let id = dialog.repeated.first {
      tree.report(.dialog(dialog.title, address: address, .repeatedAction(id)))
    }
    let shown = dialog.actions.isEmpty ? dialog.adding(Dialog.Action("ok", pageLanguage.words[.ok], .cancel)) : dialog
    tree.feature(OpenDialogs.self).present(shown, by: self, for: delivery) { node, action in
      if let node = node as? Self { answer(node, action) }
    }
  }
}

extension Node {
  /// Call this in the answer of a dialog if the action cannot run any more, because what it was about has changed or is
  /// gone. A notice tells the viewer so.
  package final func refuseLateAnswer() { tree?.feature(OpenDialogs.self).answerMissed() }
}

extension Tree {
  /// Whether a dialog waits for a press.
  func isOpen(_ dialog: PresentedDialog) -> Bool {
    feature(OpenDialogs.self).entry(dialog.id, in: self) != nil
  }

  /// Returns what the sender of the last event must be shown, and forgets it.
  package func takeDialogChanges() -> [DialogChange] { feature(OpenDialogs.self).takeNews() }
}
