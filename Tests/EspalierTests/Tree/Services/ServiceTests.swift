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

private struct Outside: ServiceResolver {
  let meter = Meter()
  func resolve<Service>(_ type: Service.Type) -> Service? { meter as? Service }
  var registered: [(type: String, place: String)] { [("Meter", "site")] }
}

/// Services by type, nearest first.
@Suite struct ServiceTests {
  private let root = ContainerModel()
  private let inner = ContainerModel(id: "inner")
  private let cell = CellModel(Row(id: "a"))

  init() {
    inner.add(cell)
    root.add(inner)
  }

  @Test func `DDP-06 the nearest container's service is found, the same for all below it`() {
    root.provide(Polite("outer"))
    let tree = Tree(root)
    #expect(cell.service(Polite.self)?.word == "outer")
    inner.provide(Polite("inner"))
    #expect(cell.service(Polite.self)?.word == "inner")
    #expect(inner.service(Polite.self) === cell.service(Polite.self))
    #expect(root.service(Polite.self)?.word == "outer")
    withExtendedLifetime(tree) {}
  }

  @Test func `DDP-06 before it is attached, and once it has left, a node finds nothing, and is told when to ask`() {
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
  func `DDP-06 from didAttachToRoot on, each hook finds services`(hook: Hook) {
    let asking = Asking(in: hook)
    let box = ContainerModel()
    box.provide(Polite("hello"))
    // It comes to its container first, and to the page with it.
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

  @Test func `a service that is required is found, or reported`() {
    let tree = Tree(root)
    #expect(cell.service(Meter.self) == nil)
    #expect(
      tree.takeDiagnostics().map(\.description) == ["no Meter is provided for \"inner/a\"; provided services: none"])
    root.provide(Meter())
    #expect(cell.service(Meter.self) != nil)
    #expect(tree.takeDiagnostics().isEmpty)
  }

  @Test func `a service is found by the type under which it is provided, and by no other`() {
    root.provide(Polite("hello"), as: (any Greeter).self)
    let tree = Tree(root)
    #expect(cell.service((any Greeter).self)?.word == "hello")
    #expect(cell.service(Polite.self, isRequired: false) == nil)
    #expect(tree.takeDiagnostics().isEmpty)
    withExtendedLifetime(tree) {}
  }

  @Test func `DDP-06 above the root, the resolver finds it`() {
    let tree = Tree(root)
    let outside = Outside()
    tree.resolver = outside
    #expect(cell.service(Meter.self) === outside.meter)
    let own = Meter()
    root.provide(own)
    #expect(cell.service(Meter.self) === own)
  }

  @Test func `DDP-06 a missing service is reported with what is there`() {
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

  @Test func `a node that moves finds what is provided where it is`() {
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
