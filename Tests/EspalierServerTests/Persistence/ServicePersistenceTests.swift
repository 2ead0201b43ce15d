import Espalier
import EspalierLocks
import EspalierTesting
import EspalierServerTestSupport
import EspalierTestSupport
import Foundation
import Synchronization
import Testing

@testable import EspalierHTTP
@testable import EspalierServer

/// The values of services that survive a restart.
@Suite struct ServicePersistenceTests {
  struct Card: Codable, Hashable, Sendable {
    var title = ""
    var isDone = false
  }

  final class Board: Sendable {
    let cards = Signal<[Int: Card]>([1: Card(title: "Sow")])
    let name = Signal("Garden")
  }

  struct Row: Content, Identifiable {
    static let toggle = Event<Int>("toggle")
    static let add = Event<String>("add")
    static let clear = Event<NoData>("clear")
    let id: Int
    var card: Card
    var html: HTML {
      """
      \(card.title) \(card.isDone ? "done" : "open")<button \(Self.toggle, sends: id)>Toggle</button>
      <button \(Self.add, sends: "Rake")>Add</button><button \(Self.clear)>Clear</button>
      """
    }
  }

  final class BoardList: ContainerModel {
    @NodeState private var cards: [Int: Card] = [:]

    override func didLoad() {
      guard let board = service(Board.self) else { return }
      listen(to: board.cards) { $0.cards = $1 }
      on(Row.toggle) { _, id in board.cards.update { $0[id]?.isDone.toggle() } }
      on(Row.add) { _, title in board.cards.update { $0[($0.keys.max() ?? 0) + 1] = Card(title: title) } }
      on(Row.clear) { _, _ in board.cards.update { $0 = [:] } }
    }

    override func willRender() { set(rows: cards.sorted { $0.key < $1.key }.map { Row(id: $0.key, card: $0.value) }) }
  }

  private func site(_ store: MemoryStore, scope: Page.Scope = .shared, perBrowser: Bool = false) -> (Site, Board) {
    let board = Board()
    let site = Site(templates: "none", files: "none", store: PageStore(store), log: .silent) {
      Page("/board", title: "Board", scope: scope) { BoardList() }
    }
    if perBrowser {
      site.provideToEachBrowser(Board.self, persisting: { $0.persist(\.cards, as: "cards") }) { Board() }
    } else {
      site.provide(board) {
        $0.persist(\.cards, as: "cards")
        $0.persist(\.name, as: "name")
      }
    }
    return (site, board)
  }

  /// The changes of the last save, by key.
  private func lastSave(_ store: MemoryStore) -> [String: JSON?] {
    Dictionary(uniqueKeysWithValues: store.lastSaves.flatMap(\.changes).map { ($0.key, $0.value) })
  }

  @Test func `a service begins with what was saved, and an event saves only what it changed`() async throws {
    let store = MemoryStore()
    let (first, board) = site(store)
    let page = try await TestPage.open("/board", over: InProcess(first))
    try await page.send("add", from: "1")
    #expect(
      lastSave(store) == [
        "cards": true, "cards/1": ["title": "Sow", "isDone": false],
        "cards/2": ["title": "Rake", "isDone": false], "name": "Garden",
      ])
    try await page.send("toggle", from: "2", data: 2)
    #expect(lastSave(store) == ["cards/2": ["title": "Rake", "isDone": true]])
    #expect(board.cards.value?[2]?.isDone == true)
    let (second, restored) = site(store)
    #expect(restored.cards.value == [1: Card(title: "Sow"), 2: Card(title: "Rake", isDone: true)])
    let again = try await TestPage.open("/board", over: InProcess(second))
    #expect(again["2"]?["card"]?["isDone"] == true)
  }

  @Test func `an emptied dictionary stays empty after a restart`() async throws {
    let store = MemoryStore()
    let page = try await TestPage.open("/board", over: InProcess(site(store).0))
    try await page.send("clear", from: "1")
    #expect(site(store).1.cards.value == [:])
  }

  @Test func `the values of one browser's services are its own`() async throws {
    let store = MemoryStore()
    let (first, _) = site(store, scope: .browser, perBrowser: true)
    let transport = try InProcess(first)
    let (mine, yours) = (
      try await TestPage.open("/board", over: transport), try await TestPage.open("/board", over: transport)
    )
    try await mine.send("toggle", from: "1", data: 1)
    try await yours.reload()
    #expect(yours["1"]?["card"]?["isDone"] == false)
    let (second, _) = site(store, scope: .browser, perBrowser: true)
    let again = try await InProcess(second).reply(
      to: Request(.get, "/board", headers: [.accept: "application/json", .cookie: mine.cookie ?? ""]))
    #expect(String(decoding: again.body.collected, as: UTF8.self).contains(#""isDone":true"#))
  }

  @Test func `while the store cannot read a browser's values, its pages are refused, and nothing replaces the values`()
    async throws
  {
    final class Locked: PromptStore {
      struct Busy: Error {}
      let store = MemoryStore()
      let isLocked = Lock(false)
      func instance(of owner: PersistedInstance.Owner) throws -> PersistedInstance? {
        if owner.page == "~browser", isLocked.withLock({ $0 }) { throw Busy() }
        return store.instance(of: owner)
      }
      func instance(id: String) -> PersistedInstance? { store.instance(id: id) }
      func save(_ saves: [PersistedSave]) { store.save(saves) }
      func forget(browser: String) { store.forget(browser: browser) }
    }
    let store = Locked()
    func open() throws -> InProcess {
      let site = Site(templates: "none", files: "none", store: PageStore(store), log: .silent) {
        Page("/board", title: "Board", scope: .browser) { BoardList() }
      }
      site.provideToEachBrowser(Board.self, persisting: { $0.persist(\.cards, as: "cards") }) { Board() }
      return try InProcess(site)
    }
    let mine = try await TestPage.open("/board", over: open())
    try await mine.send("toggle", from: "1", data: 1)
    let headers: Headers = [.accept: "application/json", .cookie: mine.cookie ?? ""]
    let again = try open()
    store.isLocked.withLock { $0 = true }
    #expect(try await again.reply(to: Request(.get, "/board", headers: headers)).status.code == 503)
    store.isLocked.withLock { $0 = false }
    let read = try await again.reply(to: Request(.get, "/board", headers: headers))
    #expect(String(decoding: read.body.collected, as: UTF8.self).contains(#""isDone":true"#))
  }

  @Test func `an event and the change of a service are saved together, and a repeat has no second effect`() async throws
  {
    let store = MemoryStore()
    func press(_ site: Site) async throws -> Int {
      let body: JSON = ["node": "1", "event": "toggle", "data": 1, "id": "once-0123456789abcdef"]
      let headers: Headers = [.accept: "application/json", .contentType: "application/json"]
      return try await InProcess(site).reply(to: Request(.post, "/board/events", headers: headers, body: body.bytes))
        .status.code
    }
    #expect(try await press(site(store).0) == 200)
    #expect(store.lastSaves.count == 2 && store.lastSaves.flatMap(\.events).map(\.id) == ["once-0123456789abcdef"])
    // After a restart, the id is known, so that the card is not toggled back.
    let (second, board) = site(store)
    #expect(try await press(second) == 200)
    #expect(board.cards.value?[1]?.isDone == true)
  }

  /// Changes two values, and lets the test do something between.
  private final class TwoValues: ContainerModel {
    struct Row: Content {
      static let change = Event<NoData>("change")
      var html: HTML { "<button \(Self.change)>Change</button>" }
    }
    private let between: @Sendable () -> Void
    init(_ between: @escaping @Sendable () -> Void) {
      self.between = between
      super.init()
    }
    override func didLoad() {
      add(CellModel(Row(), key: "row"))
      on(Row.change) { [between] page, _ in
        guard let board = page.service(Board.self) else { return }
        board.name.send("half")
        between()
        board.cards.update { $0[2] = Card(title: "whole") }
      }
    }
  }

  @Test func `nobody saves the half of an event: what a handler changes is saved when it ends, with the event's id`()
    async throws
  {
    let (store, board) = (MemoryStore(), Board())
    let site = Lock<Site?>(nil)
    let halves = Lock<[JSON?]>([])
    let between: @Sendable () -> Void = {
      guard let site = site.withLock({ $0 }) else { return }
      // What this thread runs for other pages, and another thread at the same time.
      let save: @Sendable () -> Void = {
        site.core.instances.all.first { $0.page.path == "/board" }?.enter { $0.change { _ in } }
        site.core.services.turns.ifIdle { try? site.core.services.saveChanged() }
      }
      save()
      let isDone = Atomic(false)
      // Not a task: this thread may be one of the few that run tasks.
      Thread.detachNewThread {
        save()
        isDone.store(true, ordering: .sequentiallyConsistent)
      }
      while !isDone.load(ordering: .sequentiallyConsistent) { sched_yield() }
      halves.withLock { $0.append(store.instance(of: ServiceRecords.owner())?.states["name"]) }
    }
    let made = Site(templates: "none", files: "none", store: PageStore(store), log: .silent) {
      Page("/board", title: "Board") { BoardList() }
      Page("/two", title: "Two") { TwoValues(between) }
    }
    made.provide(board) {
      $0.persist(\.cards, as: "cards")
      $0.persist(\.name, as: "name")
    }
    site.withLock { $0 = made }
    let way = try InProcess(made)
    let page = try await TestPage.open("/two", over: way)
    _ = try await TestPage.open("/board", over: way)
    try made.core.services.saveChanged()
    try await page.send("change", from: "row")
    #expect(halves.withLock { $0 } == ["Garden"])
    #expect(lastSave(store)["name"] == "half" && lastSave(store)["cards/2"] == ["title": "whole", "isDone": false])
    #expect(store.lastSaves.flatMap(\.events).count == 1)
    site.withLock { $0 = nil }
  }

  @Test func `an event whose change was saved by somebody else leaves its id in the store all the same`() async throws {
    let store = MemoryStore()
    let (site, board) = site(store)
    let page = try await TestPage.open("/board", over: InProcess(site))
    board.name.send("Orchard")
    try site.core.services.saveChanged()
    try await page.send("toggle", from: "1", data: 1)
    try await page.send("toggle", from: "1", data: 1)
    #expect(board.cards.value?[1]?.isDone == false)
    #expect(store.lastSaves.flatMap(\.events).count == 1)
  }

  @Test func `what a service changes outside of an event is saved soon, and when the server stops`() async throws {
    let store = MemoryStore()
    let (site, board) = site(store)
    board.name.send("Orchard")
    try site.core.services.saveChanged()
    #expect(lastSave(store)["name"] == "Orchard")
    try site.core.services.saveChanged()
    board.name.send("Meadow")
    site.core.enter(.stopping)
    #expect(lastSave(store) == ["name": "Meadow"])
  }

  @Test func `a site whose saved values cannot be read does not start, and says which`() throws {
    let store = MemoryStore()
    store.save([
      PersistedSave(
        [PersistedChange(key: "name", value: 7), PersistedChange(key: "cards/1", value: ["title": 5])],
        of: PersistedInstance.Name(id: "s", owner: ServiceRecords.owner()))
    ])
    let lines = Lock("")
    let board = Board()
    let site = Site(
      templates: "none", files: "none", store: PageStore(store),
      log: Log { bytes in lines.withLock { $0 += String(decoding: bytes, as: UTF8.self) } }
    ) {
      Page("/board", title: "Board") { BoardList() }
    }.provide(board) {
      $0.persist(\.cards, as: "cards")
      $0.persist(\.name, as: "name")
    }
    let error = #expect(throws: SiteError.self) { try site.check() }
    #expect(error?.reason.contains("cards/1: data.title: must be a string") == true)
    #expect(board.name.value == "Garden")
    let log = lines.withLock { $0 }
    #expect(log.contains("value=name") && log.contains("value=cards/1") && log.contains("must be a string"))
  }

  /// The second version of a card.
  private struct Coloured: Codable, Hashable, Sendable {
    var title: String
    var color: String
  }

  private final class ColouredBoard: Sendable { let cards = Signal<[Int: Coloured]>([:]) }

  private func newer(
    _ store: MemoryStore, _ rule: UnreadableRule, migrates: Bool = false
  ) -> (site: Site, board: ColouredBoard) {
    let board = ColouredBoard()
    let site = Site(templates: "none", files: "none", store: PageStore(store), log: .silent) {
      Page("/board", title: "Board") { ContainerModel() }
    }.provide(board) {
      $0.persist(
        \.cards, as: "cards", version: 2,
        migrations: migrates ? [.from(1, Card.self) { Coloured(title: $0.title, color: "red") }] : [],
        onUnreadable: rule)
    }
    return (site, board)
  }

  @Test func `an upgrade keeps the entries that it cannot read, and a roll-back finds them and all others`()
    async throws
  {
    let store = MemoryStore()
    do {
      let (older, board) = site(store)
      board.cards.send([1: Card(title: "one"), 2: Card(title: "two")])
      try older.core.services.saveChanged()
    }
    #expect(throws: SiteError.self) { try newer(store, .stop).site.check() }
    do {
      let (site, board) = newer(store, .keep)
      try site.check()
      #expect(board.cards.value == [:] && board.cards.unreadableKeys == ["1", "2"])
      #expect(
        String(decoding: site.core.metrics.exposition, as: UTF8.self).contains("espalier_store_unreadable_total 2\n"))
      board.cards.send([3: Coloured(title: "three", color: "red")])
      try site.core.services.saveChanged()
      // A key that an unreadable entry has is refused, and the entry stays.
      board.cards.update { $0[1] = Coloured(title: "four", color: "red") }
      board.cards.update { $0[5] = Coloured(title: "five", color: "red") }
      let error = #expect(throws: PersistenceError.self) { try site.core.services.saveChanged() }
      #expect(error?.key == "cards@2/1" && error?.reason.contains("use another key") == true)
    }
    let kept = store.instance(of: ServiceRecords.owner())?.states
    #expect(kept?["cards/1"] == ["title": "one", "isDone": false] && kept?["cards@2/3"]?["title"] == "three")
    // What is refused stops nothing else from being saved.
    #expect(kept?["cards@2/5"]?["title"] == "five" && kept?["cards@2/1"] == nil)
    do {
      // A roll-back starts with all of its own entries, and keeps the newer ones.
      let (site, board) = site(store)
      try site.check()
      #expect(board.cards.value == [1: Card(title: "one"), 2: Card(title: "two")])
      #expect(board.cards.unreadableKeys == ["3", "5"])
      board.cards.update { $0[2]?.title = "second" }
      try site.core.services.saveChanged()
    }
    let (migrated, board) = newer(store, .stop, migrates: true)
    try migrated.check()
    #expect(
      board.cards.value == [
        1: Coloured(title: "one", color: "red"), 2: Coloured(title: "second", color: "red"),
        3: Coloured(title: "three", color: "red"), 5: Coloured(title: "five", color: "red"),
      ])
    board.cards.update { $0[1]?.color = "blue" }
    board.cards.update { $0[2] = nil }
    try migrated.core.services.saveChanged()
    let after = store.instance(of: ServiceRecords.owner())?.states.keys.filter { $0.hasPrefix("cards") }.sorted()
    #expect(after == ["cards", "cards/1", "cards@2/1", "cards@2/3", "cards@2/5"])
    #expect(newer(store, .stop).board.cards.value?[1]?.color == "blue")
  }

  @Test func `while a browser's values cannot be read, its pages answer 503, and others work`() async throws {
    let store = MemoryStore()
    let mine = try await TestPage.open("/board", over: InProcess(site(store, scope: .browser, perBrowser: true).0))
    try await mine.send("toggle", from: "1", data: 1)
    let site = Site(templates: "none", files: "none", store: PageStore(store), log: .silent) {
      Page("/board", title: "Board", scope: .browser) { ColouredList() }
    }
    site.provideToEachBrowser(ColouredBoard.self, persisting: { $0.persist(\.cards, as: "cards") }) {
      ColouredBoard()
    }
    let way = try InProcess(site)
    for _ in 1...2 {
      let headers: Headers = [.accept: "application/json", .cookie: mine.cookie ?? ""]
      #expect(try await way.reply(to: Request(.get, "/board", headers: headers)).status == .serviceUnavailable)
    }
    _ = try await TestPage.open("/board", over: way)
  }

  private final class ColouredList: ContainerModel {
    override func didLoad() { _ = service(ColouredBoard.self) }
  }

  @Test func `a store that cannot be read is an error at the start`() {
    struct Unreadable: PromptStore {
      struct Broken: Error {}
      func instance(of owner: PersistedInstance.Owner) throws -> PersistedInstance? { throw Broken() }
      func instance(id: String) throws -> PersistedInstance? { throw Broken() }
      func save(_ saves: [PersistedSave]) throws { throw Broken() }
      func forget(browser: String) throws { throw Broken() }
    }
    let site = Site(templates: "none", files: "none", store: PageStore(Unreadable()), log: .silent) {
      Page("/board", title: "Board") { ContainerModel() }
    }
    site.provide(Board()) { $0.persist(\.name, as: "name") }
    let error = #expect(throws: SiteError.self) { try site.check() }
    #expect(error?.reason.contains("the saved values of the site's services cannot be read") == true)
  }
}
