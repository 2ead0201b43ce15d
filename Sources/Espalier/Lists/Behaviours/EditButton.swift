/// The button that switches editing on and off: "Edit", then "Done".
package struct EditButton: Content {
  /// Whether editing is on.
  package var isOn = false
  /// The language of the page.
  var language = Language.english

  private enum CodingKeys: CodingKey { case isOn }

  /// The same button in both states, so that it keeps the keyboard focus.
  package var html: HTML {
    "<button class=\"e-edit\" \(Editing.edit, sends: !isOn)>\(language.words[isOn ? .done : .edit])</button>"
  }
}

extension Node {
  /// The button that switches editing on and off, for a container with ``Editing``.
  public static var editButton: Node { EditButtonModel() }
}

/// The node of ``EditButton``. It shows whether the rows of the nearest container with ``Editing`` are being edited.
package final class EditButtonModel: CellModel<EditButton> {
  /// A cell that follows its container.
  package init() {
    super.init(EditButton())
    subscribe(to: Editing.state) { $0.content.isOn = $1 }
  }

  /// Follows the language of the page.
  override package func willRender() { content.language = pageLanguage }
}
