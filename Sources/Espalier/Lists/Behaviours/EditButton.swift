/// The button that switches editing on and off: "Edit", then "Done".
public struct EditButton: Content {
  /// Whether editing is on.
  package var isOn = false
  /// The language of the page.
  var language = Language.english

  private enum CodingKeys: CodingKey { case isOn }

  /// The same button in both states, so that it keeps the keyboard focus.
  public var html: HTML {
    "<button class=\"e-edit\" \(Editing.edit, sends: !isOn)>\(language.words[isOn ? .done : .edit])</button>"
  }
}

/// The node of ``EditButton``. It shows whether the rows of the nearest container with ``Editing`` are being edited.
public final class EditButtonModel: CellModel<EditButton> {
  /// A cell that follows its container.
  public init() {
    super.init(EditButton())
    subscribe(to: Editing.state) { $0.content.isOn = $1 }
  }

  /// Follows the language of the page.
  override public func willRender() { content.language = pageLanguage }
}
