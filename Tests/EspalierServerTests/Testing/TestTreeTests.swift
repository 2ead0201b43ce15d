import Espalier
import EspalierTesting
import Synchronization
import Testing

/// A test opens a container without a site.
@Suite struct TestTreeTests {
  private struct Person: Content, Identifiable {
    static let like = Event<Int>("like", in: 0...9)
    let id: Int
    var name: String
    var likes = 0
    var html: HTML { "\(name) <button \(Self.like, sends: id)>\(likes)</button>" }
  }

  private final class People: ContainerModel {
    let people = ArraySource([Person(id: 1, name: "Ada"), Person(id: 2, name: "Alan")])
    private(set) var hooks: [String] = []

    override func didLoad() {
      children.source = people
      on(Person.like) { list, id in
        guard var person = list.people.rows.first(where: { $0.id == id }) else { return }
        person.likes += 1
        list.people.update(person)
      }
    }
  }

  @Test func `a test reads the rows, what the source has announced and the patch`() throws {
    let list = People()
    let tree = TestTree(list)
    #expect(list.children.count == 2 && tree.announced(in: list) == [] && tree.patch() == [])
    list.people.append(Person(id: 3, name: "Grace"))
    list.people.remove(id: 1)
    #expect(list.children.map(\.nodeKey) == ["2", "3"])
    #expect(tree.announced(in: list) == [.insertRow(RowPath(row: 2)), .removeRow(RowPath(row: 0))])
    #expect(tree.announced(in: list) == [])
    let patch = tree.patch()
    guard case .array(let operations) = patch else { return #expect(patch == []) }
    #expect(Set(operations.compactMap { $0["op"]?.text }) == ["add", "remove"])
    #expect(operations.contains { $0["value"]?["model"]?["name"] == "Grace" })
    #expect(tree.patch() == [])
  }

  @Test func `a test presses a button, with its own data or with other data`() throws {
    let list = People()
    let tree = TestTree(list)
    try tree.send("like", from: "2")
    #expect(list.people.rows[1].likes == 1 && tree.announced(in: list) == [.updateRow(RowPath(row: 1))])
    #expect(tree.patch() == [["op": "replace", "path": "/children/1/model/likes", "value": 1]])
    try tree.send("like", from: "2", data: 1)
    #expect(list.people.rows.map(\.likes) == [1, 1])
  }

  @Test func `an event that the page would refuse fails, and says why`() throws {
    let tree = TestTree(People())
    for (event, address, data, reason) in [
      ("like", "9", nil, "no node \"9\""), ("love", "1", nil, "\"love\""), ("like", "1", 12, "0"),
    ] as [(String, String, JSON?, String)] {
      let failure = try #require(throws: TestPage.Failure.self) { try tree.send(event, from: address, data: data) }
      #expect(failure.description.contains(reason), "\(failure.description)")
    }
    #expect(tree.patch() == [])
  }

  private struct Line: Content {
    static let load = Event<NoData>("load")
    static let forever = Event<NoData>("forever")
    var text = ""
    var html: HTML { "<p>\(text)</p><button \(Self.load)>Load</button><button \(Self.forever)>Forever</button>" }
  }

  private final class Loader: ContainerModel {
    private let line = CellModel(Line())
    var text: String { line.content.text }

    override func didLoad() {
      add(line)
      on(Line.load) { $0.load(steps: 3) }
      on(Line.forever) { list in
        list.task {
          try? await Task.sleep(for: .seconds(3600))
        } then: { _, _ in
        }
      }
    }

    /// Each step starts the next one.
    private func load(steps: Int) {
      task {
        await Task.yield()
        return steps
      } then: { list, step in
        list.line.content.text += "\(step) "
        if step > 1 { list.load(steps: step - 1) }
      }
    }
  }

  @Test func `a test waits for the tasks of the nodes, and for those that they start`() async throws {
    let loader = Loader()
    let tree = TestTree(loader)
    let key = loader.children[0].nodeKey
    try tree.send("load", from: key)
    #expect(loader.text == "")
    try await tree.settle()
    #expect(loader.text == "3 2 1 ")
    try tree.send("forever", from: key)
    let failure = try await #require(throws: TestPage.Failure.self) { try await tree.settle(within: .milliseconds(50)) }
    #expect(failure.description.contains("1 tasks did not end"))
  }

  /// Texts, in the order in which they were written.
  private final class Log: Sendable {
    private let lines = Mutex<[String]>([])
    var texts: [String] { lines.withLock(\.self) }
    func add(_ text: String) { lines.withLock { $0.append(text) } }
  }

  private final class Writer: ContainerModel {
    let log = Log()

    func save(_ text: String, after delay: Duration) {
      write { [log] _ in
        try await Task.sleep(for: delay)
        log.add(text)
      } then: { _, _ in
      } failed: {
        $0.log.add("\($1)")
      }
    }
  }

  @Test func `writes come one after the other, also when their node has left`() async throws {
    let (root, writer) = (ContainerModel(), Writer())
    root.add(writer)
    let tree = TestTree(root)
    writer.save("first", after: .milliseconds(30))
    writer.save("second", after: .zero)
    _ = tree.patch()
    root.remove(writer)
    while writer.log.texts.count != 2 {
      try await tree.settle()
      try await Task.sleep(for: .milliseconds(2))
    }
    #expect(writer.log.texts == ["first", "second"])
  }

  @Test func `what a server would report fails the test`() async throws {
    let list = People()
    let tree = TestTree(list)
    list.remove(list)
    let failure = try await #require(throws: TestPage.Failure.self) { try await tree.settle() }
    #expect(failure.description.contains("the node is not in this container"))
    try await tree.settle()
  }

  private final class Follower: ContainerModel {
    let signal: Signal<Int>
    private(set) var heard: [Int] = []

    init(_ signal: Signal<Int>) {
      self.signal = signal
      super.init()
    }

    override func didLoad() { listen(to: signal) { $0.heard.append($1) } }
  }

  @Test func `what a signal has sent is in the tree after settling`() async throws {
    let signal = Signal<Int>()
    let follower = Follower(signal)
    let tree = TestTree(follower)
    for number in 1...3 { signal.send(number) }
    try await tree.settle()
    #expect(follower.heard == [1, 2, 3])
  }

  @Test func `the tasks of a tree end with it`() async throws {
    let signal = Signal<Int>()
    do {
      let follower = Follower(signal)
      let tree = TestTree(follower)
      try await tree.settle()
      #expect(signal.listenerCount == 1)
    }
    #expect(signal.listenerCount == 0)
  }

  private final class Flyer: ContainerModel {
    private(set) var hasLanded = false

    override func didLoad() { afterUpdate(animationsWithin: .milliseconds(20)) { $0.hasLanded = true } }
  }

  @Test func `without a window, what waits for animations comes after the limit`() async throws {
    let flyer = Flyer()
    let tree = TestTree(flyer)
    let end = ContinuousClock.now + .seconds(30)
    while !flyer.hasLanded, ContinuousClock.now < end {
      try await Task.sleep(for: .milliseconds(5))
      try await tree.settle()
    }
    #expect(flyer.hasLanded)
  }

  /// Counts on and on.
  private final class Counter: ContainerModel {
    let ended: Signal<Bool>
    private(set) var count = 0

    init(_ ended: Signal<Bool>) {
      self.ended = ended
      super.init()
    }

    override func didLoad() {
      let (stream, numbers) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(1))
      numbers.onTermination = { [ended] _ in ended.update { $0 = true } }
      for number in 0..<3 { numbers.yield(number) }
      listen(to: stream) { $0.count += $1 }
    }
  }

  @Test func `a value that nobody takes any more holds up no task`() async throws {
    let ended = Signal(false)
    do {
      let tree = TestTree(Counter(ended))
      try await tree.settle()
      // The task waits now until somebody takes its value.
      for _ in 0..<100 { await Task.yield() }
    }
    let end = ContinuousClock.now + .seconds(30)
    while ended.value != true, ContinuousClock.now < end { try await Task.sleep(for: .milliseconds(1)) }
    #expect(ended.value == true)
  }
}
