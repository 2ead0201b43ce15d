/// Everything that came of one piece of work on a tree.
///
/// The host of the tree performs it: it sends the changes and the effects, runs the tasks, saves and reports. A page of the
/// server is such a host. A test and a program without a server are others.
package struct Turn {
  /// What a host lets a tree do, besides receiving an event.
  package enum Work {
    /// Nothing but what waits.
    case none
    /// The handlers that waited until the changes of an earlier turn were sent.
    case completions
    /// Somebody looks at the page from now on, or nobody.
    case viewers(Bool)
    /// The site shows the page in this language, unless the root has chosen one.
    case language(Language)
    /// The site has other templates.
    case templates(TemplateLibrary)
    /// Any other change from outside, such as data that the site shares, or the value of a task.
    case change((Tree) -> Void)
  }

  /// Which changes a turn flushes.
  package enum Flush: Equatable {
    /// All of them.
    case all
    /// Those that are due although no request waits for them: see `Tree.flushPushed`.
    case due(at: Duration)
    /// All of them, before anybody sees the tree. Effects wait for the next turn.
    case unseen
  }

  /// What a tree is like after a turn.
  package struct State {
    /// The number of nodes, including hidden ones.
    package let nodeCount: Int
    /// The title that the root has set at any time; nil if it has set none.
    package let title: String?
    /// The language of the page.
    package let language: Language
    /// The language of the page if it has changed since the tree began; otherwise nil.
    package let changedLanguage: Language?
    /// Whether the root has chosen the language.
    package let hasOwnLanguage: Bool
    /// The status of the page for clients that load it.
    package let status: PageInfo.Status
    /// The worst reason why a node does not show what it reads; nil if the page is whole.
    package let readProblem: ReadProblem?
    /// Whether the tree has persisted properties, or saved keys to delete.
    package let persistsAnything: Bool
    /// Why the page must not be shown: a saved value cannot be read, and its property does not allow to begin without it.
    package let stopReason: String?
    /// Whether a node has something to rest from while nobody looks, and whether somebody does.
    package let canRest: Bool, hasViewers: Bool
  }

  /// What viewers get; nil if nothing has changed for them.
  package let changes: ChangeSet?
  /// What happens in a window: that of the event's sender, or without an event those of all viewers. None while changes wait,
  /// because effects may be about rows that are not sent yet.
  package let effects: [Effect]
  /// The tasks that began. The host runs them.
  package let tasks: [NodeTask]
  /// What is wrong with the code of the page, each fault once.
  package let diagnostics: [Diagnostic]
  /// Whether handlers wait until the changes were sent. Then the host takes another turn, with `.completions`.
  package let hasCompletions: Bool
  /// When the host takes another turn with `.due`, because changes wait; nil if none wait.
  package let nextPush: Duration?
  /// The persisted values that a store may not have yet.
  package let unsaved: UnsavedValues
  /// The number of flushes and of the cells that they rendered, and the time that they took.
  package let flushes: Int, renders: Int, took: Duration
  package let state: State

  /// Whether nothing came of the turn for anybody.
  package var isEmpty: Bool {
    changes == nil && effects.isEmpty && tasks.isEmpty && diagnostics.isEmpty && !hasCompletions
  }

  /// Whether the event is acknowledged only when its tasks have ended.
  package var holdsReply: Bool { tasks.contains(where: \.holdsReply) }
}
