import Testing

@testable import Espalier

@Suite struct AssertionTests {
  @Test func `a flush in the tested build checks its tree: broken invariants end the process`() async {
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
