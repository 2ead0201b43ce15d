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

  @Test func `DDP-06 the nearest container's service is found, the same for all below it`() throws {
    root.provide(Polite("outer"))
    let tree = Tree(root)
    #expect(try cell.service(Polite.self).word == "outer")
    inner.provide(Polite("inner"))
    #expect(try cell.service(Polite.self).word == "inner")
    #expect(try inner.service(Polite.self) === cell.service(Polite.self))
    #expect(try root.service(Polite.self).word == "outer")
    withExtendedLifetime(tree) {}
  }

  @Test func `DDP-06 before it is attached, and once it has left, a node finds nothing, and is told when to ask`()
    throws
  {
    inner.provide(Polite("inner"))
    func isRefused(_ node: Node) -> Bool {
      do throws(ServiceError) {
        _ = try node.service(Polite.self)
        return false
      } catch {
        return error.description == "no Polite can be found for \"\(node.address)\", which is not part of a page; "
          + "ask in didAttachToRoot, in didLoad, or later"
      }
    }
    #expect(isRefused(cell) && isRefused(inner) && isRefused(root))
    do {
      let tree = Tree(root)
      #expect(try cell.service(Polite.self).word == "inner")
      inner.remove(cell)
      #expect(isRefused(cell))
      inner.add(cell)
      #expect(try cell.service(Polite.self).word == "inner")
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
      if place == hook, let word = try? service(Polite.self).word { found.append(word) }
    }

    override func didAttach() { ask(in: .didAttach) }
    override func didAttachToRoot() { ask(in: .didAttachToRoot) }
    override func didLoad() { ask(in: .didLoad) }
  }

  @Test func `a service that is required is found, or reported`() {
    let tree = Tree(root)
    #expect(cell.require(Meter.self) == nil)
    #expect(
      tree.takeDiagnostics().map(\.description) == ["no Meter is provided for \"inner/a\"; nothing is"])
    root.provide(Meter())
    #expect(cell.require(Meter.self) != nil)
    #expect(tree.takeDiagnostics().isEmpty)
  }

  @Test func `a service is found by the type under which it is provided, and by no other`() throws {
    root.provide(Polite("hello"), as: (any Greeter).self)
    let tree = Tree(root)
    #expect(try cell.service((any Greeter).self).word == "hello")
    #expect(throws: ServiceError.self) { try cell.service(Polite.self) }
    withExtendedLifetime(tree) {}
  }

  @Test func `DDP-06 above the root, the resolver finds it`() throws {
    let tree = Tree(root)
    let outside = Outside()
    tree.resolver = outside
    #expect(try cell.service(Meter.self) === outside.meter)
    let own = Meter()
    root.provide(own)
    #expect(try cell.service(Meter.self) === own)
  }

  @Test func `DDP-06 a missing service is an error that says what is there`() throws {
    root.provide(Polite("hello"))
    inner.provide(1)
    func message() -> String {
      do throws(ServiceError) {
        _ = try cell.service(String.self)
        return ""
      } catch {
        return error.description
      }
    }
    let tree = Tree(root)
    #expect(message() == "no String is provided for \"inner/a\"; these are: Int at \"inner\", Polite at \"\"")
    tree.resolver = Outside()
    #expect(
      message()
        == "no String is provided for \"inner/a\"; these are: Int at \"inner\", Polite at \"\", Meter at the site")
  }

  @Test func `a node that moves finds what is provided where it is`() throws {
    let other = ContainerModel(id: "other")
    root.add(other)
    inner.provide(1)
    other.provide(2)
    let tree = Tree(root)
    #expect(try cell.service(Int.self) == 1)
    other.add(cell)
    #expect(try cell.service(Int.self) == 2)
    withExtendedLifetime(tree) {}
  }
}
