/// A question to one viewer: an alert in the middle of the window, or a sheet at its lower edge.
///
/// ```swift
/// on(PlantRow.remove) { list, id in
///   let question = Dialog.alert(
///     "Remove the plant?", "You cannot undo this.",
///     actions: [.init("remove", "Remove", .destructive), .init("keep", "Keep", .cancel)])
///   list.present(question) { list, action in
///     if action == "remove" { list.remove(id) }
///   }
/// }
/// ```
///
/// A node shows it with `present(_:_:)`. The viewer sees the actions in the order plain, destructive, cancel; actions
/// with the same role keep their order.
public struct Dialog: Hashable, Codable, Sendable {
  /// Where a dialog is shown, and what it is for.
  public enum Style: String, Codable, Sendable, CaseIterable {
    /// A short question or a message that must be read, in the middle of the window.
    case alert
    /// A choice between several actions, at the lower edge of the window.
    case sheet
  }

  /// Where it is shown.
  package var style: Style
  /// The title. Screen readers say it first.
  package var title: String
  /// The text below the title; may be empty.
  package var message: String
  /// The actions in the order in which the viewer sees them. A dialog without actions has one that only closes it.
  public let actions: [Action]
  /// The ids that two actions of the declaration have. Only the first action with an id is shown.
  let repeated: [String]

  private init(_ style: Style, _ title: String, _ message: String, _ actions: [Action]) {
    (self.style, self.title, self.message) = (style, title, message)
    var seen: Set<String> = []
    let unique = actions.filter { seen.insert($0.id).inserted }
    self.actions = Action.Role.allCases.flatMap { role in unique.filter { $0.role == role } }
    repeated = unique.count == actions.count ? [] : unique.map(\.id).filter { id in actions.count { $0.id == id } > 1 }
  }

  /// A dialog in the middle of the window.
  public static func alert(_ title: String, _ message: String = "", actions: [Action] = []) -> Dialog {
    Dialog(.alert, title, message, actions)
  }

  /// A dialog at the lower edge of the window.
  public static func sheet(_ title: String, _ message: String = "", actions: [Action] = []) -> Dialog {
    Dialog(.sheet, title, message, actions)
  }

  /// The same dialog with one more action at the end.
  public func adding(_ action: Action) -> Dialog { Dialog(style, title, message, actions + [action]) }

  /// One button of a dialog.
  public struct Action: Hashable, Codable, Sendable, Identifiable {
    /// What pressing the button means.
    public enum Role: String, Codable, Sendable, CaseIterable {
      /// It does what the title says.
      case plain
      /// It deletes something, or cannot be undone.
      case destructive
      /// It changes nothing. Escape presses it.
      case cancel
    }

    /// Identifies the action. The viewer never sees it; two actions may have the same title.
    public let id: String
    /// The text of the button.
    public let title: String
    /// What pressing the button means.
    public let role: Role

    /// An action with an id, which must be unique in its dialog, and a title.
    public init(_ id: String, _ title: String, _ role: Role = .plain) {
      (self.id, self.title, self.role) = (id, title, role)
    }
  }
}
