import Testing

@testable import Espalier

@Suite struct AssertionTests {
  @Test func `the tested build keeps assertions: a tree with broken invariants ends the process`() async {
    await #expect(processExitsWith: .failure) {
      let root = ContainerModel()
      let tree = Tree(root)
      root.add([Row(id: "a"), Row(id: "b")])
      _ = tree.flushAll()
      root.children[0].shownIndex = 7
      tree.checkInvariants()
    }
  }
}
