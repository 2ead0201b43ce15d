import EspalierServerTestSupport
import EspalierTestSupport
import EspalierLocks
import Espalier
import EspalierTesting
import Testing

@testable import EspalierHTTP
@testable import EspalierServer

/// Which hooks nodes receive when pages are opened and expire.
@Suite struct PageLifeTests {
  private struct Line: Content {
    let text: String
    var html: HTML { "<p>\(text)</p>" }
  }

  /// A log that many lanes write.
  private final class Diary: Sendable {
    private let lines = Lock<[String]>([])
    func note(_ line: String) { lines.withLock { $0.append(line) } }
    func read() -> [String] { lines.withLock { $0 } }
  }

  private final class LineModel: CellModel<Line> {
    let diary: Diary
    init(_ diary: Diary) {
      self.diary = diary
      super.init(Line(text: "line"))
    }
    deinit { diary.note("line released") }
    override func didAttachToRoot() {
      diary.note("line attached to \((service(String.self, isRequired: false)) ?? "nothing")")
    }
    override func didShow() { diary.note("line shown") }
    override func didHide() { diary.note("line hidden") }
    override func didDetachFromRoot() { diary.note("line detached") }
  }

  private final class Lines: ContainerModel {
    let diary: Diary
    init(_ diary: Diary) {
      self.diary = diary
      super.init()
      add(LineModel(diary))
    }
    deinit { diary.note("page released") }
    override func didAttachToRoot() { diary.note("page attached") }
    override func didShow() { diary.note("page shown") }
    override func didHide() { diary.note("page hidden") }
    override func didDetachFromRoot() { diary.note("page detached") }
  }

  @Test func `a page begins with its first viewer and ends after nobody has viewed it for long`() async throws {
    let (clock, diary) = (ManualClock(), Diary())
    let site = Site(templates: "none", files: "none", log: .silent, clock: clock) {
      Page("/lines", title: "Lines", scope: .browser) { Lines(diary) }
    }
    site.provide("the site")
    let page = try #require(try site.core.page(at: "/lines"))
    _ = try site.core.instance(of: page, for: "a")
    let begun = ["page attached", "line attached to the site", "page shown", "line shown"]
    #expect(diary.read() == begun)
    clock.advance(by: .seconds(2 * 86_400))
    #expect(site.core.instances.count == 1)
    _ = try site.core.instance(of: page, for: "b")
    let ended = ["line hidden", "line detached", "page hidden", "page detached"]
    try await until { diary.read().count == 2 * begun.count + ended.count + 2 }
    let lines = diary.read().dropFirst(begun.count)
    // The end of one page and the beginning of the other run in two lanes.
    #expect(lines.filter(ended.contains) == ended)
    #expect(lines.filter(begun.contains) == begun)
    #expect(Set(lines).isSuperset(of: ["page released", "line released"]))
  }

  /// Records which instances were touched.
  private final class TouchedStore: PromptStore {
    let diary: Diary
    init(_ diary: Diary) { self.diary = diary }
    func instance(of owner: PersistedInstance.Owner) -> PersistedInstance? { nil }
    func instance(id: String) -> PersistedInstance? { nil }
    func save(_ saves: [PersistedSave]) {}
    func forget(browser: String) {}
    func touch(_ instance: PersistedInstance.Name) { diary.note("touched for \(instance.owner.browser ?? "all")") }
  }

  private final class KeepingList: ContainerModel {
    var number = 0
    override func didLoad() { persist(\.number, as: "number") }
  }

  @Test func `a page that is viewed touches the store once a day, even if nobody changes it`() async throws {
    let (clock, diary) = (ManualClock(), Diary())
    let site = Site(templates: "none", files: "none", store: PageStore(TouchedStore(diary)), log: .silent, clock: clock)
    {
      Page("/kept", title: "Kept", scope: .browser) { KeepingList() }
      Page("/shared", title: "Shared") { KeepingList() }
    }
    let page = try #require(try site.core.page(at: "/kept"))
    _ = try site.core.instance(of: #require(try site.core.page(at: "/shared")))
    for hour in 0..<50 {
      _ = try site.core.instance(of: page, for: "a")
      clock.advance(by: .seconds(3600))
      // The store is touched later, on another thread.
      try await until { diary.read().count == (hour < 24 ? 0 : hour < 48 ? 1 : 2) }
    }
    #expect(diary.read() == ["touched for a", "touched for a"])
  }
}
