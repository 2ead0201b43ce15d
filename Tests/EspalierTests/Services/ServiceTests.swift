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
    _ = Tree(root)
    #expect(try cell.service(Polite.self).word == "outer")
    inner.provide(Polite("inner"))
    #expect(try cell.service(Polite.self).word == "inner")
    #expect(try inner.service(Polite.self) === cell.service(Polite.self))
    #expect(try root.service(Polite.self).word == "outer")
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
    #expect(try cell.service((any Greeter).self).word == "hello")
    #expect(throws: ServiceError.self) { try cell.service(Polite.self) }
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

  @Test func `DDP-06 a missing service is an error that says what is there, and whether the node is in a page`() throws
  {
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
    #expect(
      message() == "no String is provided for \"inner/a\", which is not part of a page yet; "
        + "these are: Int at \"inner\", Polite at \"\"")
    let tree = Tree(root)
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
