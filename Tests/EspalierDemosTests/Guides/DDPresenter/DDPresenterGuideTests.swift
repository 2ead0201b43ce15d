import EspalierTestSupport
import EspalierServer
import EspalierTesting
import Testing

@testable import Espalier

/// The examples ported in the guide for DDPresenter users behave as they do in DDPresenter.
@Suite struct DDPresenterGuideTests {
  private let tree = Tree(ContainerModel())

  private func shown<Presenter: Node>(_ presenter: Presenter) -> Presenter {
    tree.root.add(presenter)
    _ = tree.flushAll()
    return presenter
  }

  /// The number of cells that a change renders.
  private func renders(_ change: () -> Void) -> Int {
    let before = tree.renderCount
    change()
    _ = tree.flushAll()
    return tree.renderCount - before
  }

  @Test func `an equal state renders nothing, and three writes in one setState render once (DIF-16)`() {
    let presenter = shown(StateExamples.CheckedPresenter(StateExamples.Line()))
    #expect(presenter.content.text == "Taps: 0")
    #expect(renders { presenter.state.count = 0 } == 0)
    #expect(renders { presenter.setState { for count in 1...3 { presenter.state.count = count } } } == 1)
    #expect(presenter.content.text == "Taps: 3")
  }

  @Test func `a setState after each write renders nothing if the text stays the same (DIF-16)`() {
    let presenter = shown(StateExamples.PlainPresenter(StateExamples.Line()))
    #expect(renders { presenter.text = "small" } == 0)
    #expect(renders { presenter.text = "large" } == 1)
    #expect(presenter.content.text == "large")
  }

  @Test func `a tap counts only in the tapped cell (F52)`() async throws {
    let page = try await open {
      let list = ContainerModel()
      for _ in 1...2 { list.add(StateExamples.StatefulPresenter(StateExamples.StatefulView())) }
      return list
    }
    #expect(try await page.send("tap", from: "statefulView").changed == ["statefulView"])
    #expect(page["statefulView"]?["count"] == 1)
  }

  @Test func `a change carries its animation, or says that it has none (DDP-08)`() throws {
    let presenter = shown(AnimationExample.ProgressPresenter(AnimationExample.ProgressView()))
    for (event, motion) in [("tapNormal", "1000"), ("tapAtOnce", "none")] {
      _ = try tree.receive(event, from: presenter.address, data: .null)
      let change = try #require(tree.flushAll())
      let patch = DOMDialect(html: HTMLDialect(events: "/events")).patch(change)
      #expect(String(decoding: patch, as: UTF8.self).contains(motion))
    }
  }

  @Test func `a node's hooks run in one order from its creation to its end (DDP-05)`() {
    final class Diary { var lines: [String] = [] }
    let diary = Diary()
    do {
      let presenter = shown(LifeExample.Presenter { [unowned diary] in diary.lines.append($0) })
      for count in 1...2 {
        presenter.count = count
        _ = tree.flushAll()
      }
      presenter.isHidden = true
      _ = tree.flushAll()
      tree.root.remove(presenter)
      _ = tree.flushAll()
    }
    #expect(
      diary.lines == [
        "create", "attach", "attach to root", "bind view", "update", "update", "update",
        "unbind view", "detach from root", "detach", "destroy",
      ])
  }

  private func open(_ root: @escaping @Sendable () -> ContainerModel) async throws -> TestPage {
    let site = Site(templates: "none", files: "none", log: .silent) { Page("/page", title: "Page", root: root) }
    return try await TestPage.open("/page", over: InProcess(site))
  }

  @Test func `a presenter receives values of a service and notifications of a container (F54, DDP-07)`() async throws {
    let page = try await open { ServiceExamples.ServicePage() }
    try await page.send("addPure", from: "serviceView")
    try await page.send("addPure", from: "serviceView")
    #expect(page["serviceView"]?["pureResult"] == 2)
    try await page.send("addDirty", from: "serviceView")
    #expect(page["serviceView"]?["dirtyResult"] == 3)
  }

  @Test func `a missing service is looked up in the old container, and reported if it is not there either (DDP-06)`()
    async throws
  {
    final class Asking: ContainerModel {
      override func didLoad() {
        add(Cell((service(String.self, isRequired: false)) ?? "nothing", named: "Found") { "\($0)" })
        add(Cell((service(Int.self, isRequired: false)).map(String.init) ?? "nothing", named: "Missing") { "\($0)" })
      }
    }
    let site = Site(templates: "none", files: "none", log: .silent) { Page("/page", title: "Page") { Asking() } }
    ServiceExamples.downgrade(site)
    let page = try await TestPage.open("/page", over: InProcess(site))
    #expect(page["found"]?["data"] == "the clock of the old container")
    #expect(page["missing"]?["data"] == "nothing")
    #expect(tree.root.service(String.self) == nil)
    #expect(tree.takeDiagnostics().map(\.description) == ["no String is provided for \"\"; provided services: none"])
  }

  @Test func `a download shows the same state on both pages, whichever was pressed (DIF-17, C13)`() async throws {
    let service = Downloads.DownloadService()
    let site = Site(templates: "none", files: "none", log: .silent) {
      for path in ["/today", "/apps"] {
        Page(path, title: "Store") {
          let list = ContainerModel()
          list.add([Downloads.AppCard(app: 1), Downloads.AppCard(app: 2)])
          return list
        }
      }
    }
    site.provide(service)
    let today = try await TestPage.open("/today", over: InProcess(site))
    let apps = try await TestPage.open("/apps", over: InProcess(site))
    let receipt = try await today.send("tap", from: "1/download")
    #expect(receipt.changed == ["1/download"])
    try await until { try await shows(apps, "downloading") }
    service.received(100, of: 1)
    for page in [today, apps] { try await until { try await shows(page, "downloaded") } }
    #expect(apps["2/download"]?["state"] == "startDownload")
  }

  private func shows(_ page: TestPage, _ state: String) async throws -> Bool {
    try await page.reload()
    return page["1/download"]?["state"]?.text == state
  }
}
