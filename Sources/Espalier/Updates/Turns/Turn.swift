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
    /// These clients follow the page from now on, or as other visitors.
    case come([(name: String, visitor: (any Visitor)?)])
    /// A client has not followed the page for a while: nobody looks there.
    case leave(String)
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
    /// None. They wait for the next turn.
    case later
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
  /// The number of flushes and of the cells that they rendered, and the time that they took.
  package let flushes: Int, renders: Int, took: Duration

  /// Whether the event is acknowledged only when its tasks have ended.
  package var holdsReply: Bool { tasks.contains(where: \.holdsReply) }
}
