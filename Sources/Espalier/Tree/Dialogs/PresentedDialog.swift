/// A dialog that a viewer sees, until one of its actions is pressed.
package struct PresentedDialog: Hashable, Sendable {
  /// Identifies it among all dialogs of the page. It is random, so only the viewer who got it can press its actions.
  package let id: String
  /// The address of the node that presented it.
  package let address: String
  /// What it shows. It has at least one action.
  package let dialog: Dialog

  /// The markup, with one button for each action. The focus goes to the first action that destroys nothing.
  package var html: HTML {
    let element = "\(WireName.dialog(id))"
    let start = dialog.actions.first { $0.role != .destructive } ?? dialog.actions.first
    let cancel = dialog.actions.first { $0.role == .cancel }
    let buttons: [HTML] = dialog.actions.map { action in
      """
      <button class="e-action e-action-\(action.role.rawValue)" \(Press.event, sends: Press(dialog: id, action: action.id)) \
      \("autofocus", when: action == start) \("data-cancel", when: action == cancel)>\(action.title)</button>
      """
    }
    return """
      <dialog open data-modal class="e-dialog e-\(dialog.style.rawValue)" id="\(element)" \
      role="\(dialog.style == .alert ? "alertdialog" : "dialog")" aria-labelledby="\(element):title" \
      aria-describedby="\(element):text"><h2 id="\(element):title">\(dialog.title)</h2>\
      <p id="\(element):text">\(dialog.message)</p>\
      <div class="e-actions">\(buttons)</div><p role="status" data-espalier-status></p></dialog>
      """
  }

  /// The press of an action.
  package struct Press: Codable, Sendable, Hashable {
    /// The event that an action sends to the node that presented its dialog. The label cannot be that of an event of a
    /// page by mistake.
    package static let event = Event<Press>(WireName.dialogPress).once()

    /// The id of the dialog.
    package let dialog: String
    /// The id of the action.
    package let action: String
  }
}
