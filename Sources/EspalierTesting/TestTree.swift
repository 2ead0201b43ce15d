public import Espalier

/// A container with everything below it, opened without a site: for tests of lists, sources and plugins.
///
/// ```swift
/// let people = ArraySource([Person(id: 1, name: "Ada")])
/// let list = ContainerModel()
/// list.children.source = people
/// let tree = TestTree(list)
/// people.append(Person(id: 2, name: "Alan"))
/// #expect(list.children.count == 2)
/// #expect(tree.announced(in: list) == [.insertRow(RowPath(row: 1))])
/// #expect(tree.patch() == [["op": "add", "path": "/children/1", "value": …]])
/// ```
///
/// The test holds the root, and so its rows: read them there. Services must be those that a container provides. Use the tree
/// in one task only, like a page.
public final class TestTree {
  private let tree: Tree
  private let work = TestWork()
  private var operations: [JSON] = []
  /// What a server in development would write into its log.
  private var problems: [String] = []

  /// Opens a container, which must not be part of a page. Its nodes are loaded, as they are when somebody looks at a page.
  public init(_ root: ContainerModel) {
    tree = Tree(root)
    tree.recordsAnnouncements = true
    take(tree.turn(.viewers(true)))
    operations = []
  }

  deinit { tree.end() }

  /// Presses a control of a node: sends its event with the control's data, or with other data. Tasks that it starts have not
  /// ended then; see ``settle(within:)``. Throws if no cell shows the control, if the data does not fit the event, or if a
  /// server in development would report something: a refused change, or announced changes that do not lead to the rows.
  public func send(_ event: String, from address: String, data: JSON? = nil) throws {
    take(tree.turn())
    let document = JSONDialect.document(tree.snapshot())
    let node = try TestNode(json: document).found(address)
    let example = node.events.first { $0["name"]?.text == event }?["example"]
    do throws(DeliveryError) {
      take(try tree.turn(receiving: SentEvent(event, from: address, data: data ?? example ?? .null)).turn)
    } catch {
      throw TestPage.Failure(description: "the event \"\(event)\" of the node \"\(address)\" was refused: \(error)")
    }
    try throwProblems()
  }

  /// What viewers get that have the page as it was at the last call: a JSON Patch (RFC 6902) of the page's document, whose
  /// `children` are the rows. It is empty if nothing has changed for them.
  public func patch() -> JSON {
    take(tree.turn())
    defer { operations = [] }
    return .array(operations)
  }

  /// What the source of a container has announced since the last call, in order.
  public func announced(in list: ContainerModel) -> [RowChange] { tree.takeAnnouncements(in: list) }

  /// Waits until the tasks of the nodes have ended, with all that they start, and until what sequences have brought so far is
  /// in the tree. Throws a ``TestPage/Failure`` if that takes longer than the limit, or if a server in development would
  /// report something.
  public func settle(within limit: Duration = .seconds(30)) async throws {
    let end = ContinuousClock.now + limit
    take(tree.turn())
    work.catchUp()
    // The last turn may start tasks, too.
    repeat {
      while work.isRunning {
        guard let arrival = await work.next(before: end) else {
          throw TestPage.Failure(
            description:
              "\(work.count) tasks did not end within \(limit). If one waits for a clock, move the clock first"
          )
        }
        take(tree.turn(.change { _ in arrival() }))
      }
      take(tree.turn())
    } while work.isRunning
    try throwProblems()
  }

  private func throwProblems() throws {
    if problems.isEmpty { return }
    defer { problems = [] }
    throw TestPage.Failure(description: problems.joined(separator: "\n"))
  }

  private func take(_ turn: Turn) {
    var turn = turn
    // A handler that asks for the next one each time has no end.
    for _ in 0..<64 {
      if let changes = turn.changes, case .array(let patch) = JSONDialect.patch(changes) { operations += patch }
      for task in turn.tasks { work.begin(task) }
      problems += turn.diagnostics.map { "\($0)" }
      guard turn.hasCompletions else { return }
      turn = tree.turn(.completions)
    }
  }
}
