import Testing

@testable import Espalier

private protocol Greeter: AnyObject {
  var word: String { get }
}

private final class Polite: Greeter {
  let word: String
  init(_ word: String) { self.word = word }
}

private final class Meter {}

private struct Outside: ListedServices {
  let meter = Meter()
  func resolve<Service>(_ type: Service.Type) -> Service? { meter as? Service }
  var registered: [(type: String, place: String)] { [("Meter", "site")] }
}

/// Services are found by type, the nearest first.
@Suite struct ServiceTests {
  private let root = ContainerModel()
  private let inner = ContainerModel(id: "inner")
  private let cell = CellModel(Row(id: "a"))

  init() {
    inner.add(cell)
    root.add(inner)
  }

  @Test func `the nearest container's service is found, the same for all nodes below it (DDP-06)`() {
    root.provide(Polite("outer"))
    let tree = Tree(root)
    #expect(cell.service(Polite.self)?.word == "outer")
    inner.provide(Polite("inner"))
    #expect(cell.service(Polite.self)?.word == "inner")
    #expect(inner.service(Polite.self) === cell.service(Polite.self))
    #expect(root.service(Polite.self)?.word == "outer")
    withExtendedLifetime(tree) {}
  }

  @Test func `outside a page a node finds no service, and the report says when to ask (DDP-06)`() {
    inner.provide(Polite("inner"))
    func isRefused(_ node: Node) -> Bool { node.service(Polite.self, isRequired: false) == nil }
    #expect(inner.service(Polite.self) == nil)
    #expect(isRefused(cell) && isRefused(inner) && isRefused(root))
    do {
      let tree = Tree(root)
      #expect(
        tree.takeDiagnostics().map(\.description) == [
          "no Polite can be found for \"inner\", which is not part of a page; ask in didAttachToRoot, in didLoad, or later"
        ])
      #expect(cell.service(Polite.self)?.word == "inner")
      inner.remove(cell)
      #expect(isRefused(cell))
      inner.add(cell)
      #expect(cell.service(Polite.self)?.word == "inner")
      withExtendedLifetime(tree) {}
    }
    #expect(isRefused(cell), "the page is gone")
  }

  @Test(arguments: [Hook.didAttachToRoot, .didLoad, .didAttach, .initializer])
  func `from didAttachToRoot on, each hook finds services (DDP-06)`(hook: Hook) {
    let asking = Asking(in: hook)
    let box = ContainerModel()
    box.provide(Polite("hello"))
    // The node is first added to a container, and then to the page with it.
    box.add(asking)
    #expect(asking.found.isEmpty)
    root.add(box)
    let tree = Tree(root)
    _ = tree.flushAll()
    #expect(asking.found == (hook == .didAttachToRoot || hook == .didLoad ? ["hello"] : []))
  }

  enum Hook { case initializer, didAttach, didAttachToRoot, didLoad }

  private final class Asking: ContainerModel {
    private let hook: Hook
    private(set) var found: [String] = []

    init(in hook: Hook) {
      self.hook = hook
      super.init()
      ask(in: .initializer)
    }

    private func ask(in place: Hook) {
      if place == hook, let word = service(Polite.self, isRequired: false)?.word { found.append(word) }
    }

    override func didAttach() { ask(in: .didAttach) }
    override func didAttachToRoot() { ask(in: .didAttachToRoot) }
    override func didLoad() { ask(in: .didLoad) }
  }

  @Test func `a required service is found or reported`() {
    let tree = Tree(root)
    #expect(cell.service(Meter.self) == nil)
    #expect(
      tree.takeDiagnostics().map(\.description) == ["no Meter is provided for \"inner/a\"; provided services: none"])
    root.provide(Meter())
    #expect(cell.service(Meter.self) != nil)
    #expect(tree.takeDiagnostics().isEmpty)
  }

  @Test func `a service is found only by the type under which it is provided`() {
    root.provide(Polite("hello"), as: (any Greeter).self)
    let tree = Tree(root)
    #expect(cell.service((any Greeter).self)?.word == "hello")
    #expect(cell.service(Polite.self, isRequired: false) == nil)
    #expect(tree.takeDiagnostics().isEmpty)
    withExtendedLifetime(tree) {}
  }

  @Test func `above the root, the resolver finds a service (DDP-06)`() {
    let tree = Tree(root)
    let outside = Outside()
    tree.resolver = outside
    #expect(cell.service(Meter.self) === outside.meter)
    let own = Meter()
    root.provide(own)
    #expect(cell.service(Meter.self) === own)
  }

  @Test func `a missing service is reported with the provided ones (DDP-06)`() {
    root.provide(Polite("hello"))
    inner.provide(1)
    let tree = Tree(root)
    func message() -> String {
      #expect(cell.service(String.self) == nil)
      return tree.takeDiagnostics().first?.description ?? ""
    }
    #expect(message() == "no String is provided for \"inner/a\"; provided services: Int at \"inner\", Polite at \"\"")
    tree.resolver = Outside()
    #expect(
      message()
        == "no String is provided for \"inner/a\"; provided services: Int at \"inner\", Polite at \"\", Meter at the site"
    )
  }

  @Test func `a node that moves finds the services of its new place`() {
    let other = ContainerModel(id: "other")
    root.add(other)
    inner.provide(1)
    other.provide(2)
    let tree = Tree(root)
    #expect(cell.service(Int.self) == 1)
    other.add(cell)
    #expect(cell.service(Int.self) == 2)
    withExtendedLifetime(tree) {}
  }
}
