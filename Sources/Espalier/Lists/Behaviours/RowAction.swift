extension RowActions {
  /// One action of a row's menu.
  public struct Action {
    /// What choosing the action means.
    public enum Role: String, Sendable, CaseIterable {
      /// It does what the title says.
      case plain
      /// It deletes something, or cannot be undone.
      case destructive
    }

    /// Identifies the action. Viewers never see it; two actions may have the same title.
    let id: String
    /// The text of the button.
    let title: String
    /// What choosing the action means.
    let role: Role
    /// Whether a row has the action.
    let isOffered: (Node) -> Bool
    /// The question that comes first; nil if there is none.
    let question: (Node) -> Dialog?
    /// Returns false if the container that it needs is not above the row.
    let run: (Node) -> Bool

    private init(
      id: String, title: String, role: Role, isOffered: @escaping (Node) -> Bool,
      question: @escaping (Node) -> Dialog?, run: @escaping (Node) -> Bool
    ) {
      (self.id, self.title, self.role) = (id, title, role)
      (self.isOffered, self.question, self.run) = (isOffered, question, run)
    }

    /// An action that needs only its row.
    ///
    /// The id must be unique among the actions of the plugin. A row has the action only if `isOffered` returns true;
    /// it is called when the row is rendered and when the action is chosen. With a question, the action runs only if
    /// the viewer presses an action of the question that does not cancel. A question without actions gets one with the
    /// title of this action, and one that cancels.
    public init(
      _ id: String, _ title: String, _ role: Role = .plain, when isOffered: @escaping (Node) -> Bool = { _ in true },
      asking question: @escaping (Node) -> Dialog? = { _ in nil }, run: @escaping (Node) -> Void
    ) {
      self.init(id: id, title: title, role: role, isOffered: isOffered, question: question) { row in
        run(row)
        return true
      }
    }

    /// An action that runs with the nearest container of a type, starting with the row's own container. If there is
    /// none, choosing the action reports a diagnostic.
    public init<List: ContainerModel>(
      _ id: String, _ title: String, _ role: Role = .plain, when isOffered: @escaping (Node) -> Bool = { _ in true },
      asking question: @escaping (Node) -> Dialog? = { _ in nil }, to list: List.Type,
      run: @escaping (List, Node) -> Void
    ) {
      self.init(id: id, title: title, role: role, isOffered: isOffered, question: question) { row in
        for case let list as List in row.containersAbove {
          run(list, row)
          return true
        }
        return false
      }
    }
  }
}
