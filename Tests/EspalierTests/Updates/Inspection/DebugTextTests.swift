import Testing

@testable import Espalier

@Suite struct DebugTextTests {
  private static let sum = SharedData<Int>("sum")

  /// A root that shares data, and a shop with a handler that contains a row, a listener and a hidden container.
  private func tree() -> (tree: Tree, shop: ContainerModel, row: Node) {
    let (root, shop, row) = (ContainerModel(), CountingContainer(id: "shop"), CellModel(Row(id: "a", text: "<b>")))
    root.add(shop)
    shop.add(row)
    let listener = CellModel(Note(text: "0"))
    shop.add(listener)
    listener.subscribe(to: Self.sum) { $0.content.text = "\($1)" }
    listener.on(Row.tap) { _ in }
    let folded = ContainerModel(id: "folded")
    folded.isHidden = true
    folded.add(CellModel(Note(text: "unseen")))
    shop.add(folded)
    shop.on(Row.tap) { _ in }
    root.share(3, to: Self.sum)
    let tree = Tree(root)
    tree.share("Sunday", to: SharedData<String>("day"))
    _ = tree.flushAll()
    return (tree, shop, row)
  }

  @Test func `the chain of a node lists what each level sends, handles, listens to and shares (EDC-36)`() {
    let (tree, _, row) = tree()
    defer { withExtendedLifetime(tree) {} }
    #expect(
      row.debugChain == """
        shop/a: Row · sends tap
        shop: CountingContainer · answers tap · note answers tap
        the root: ContainerModel · shares sum = 3
        the site · shares day = "Sunday"
        """)
  }

  @Test func `a container's chain begins with it, and the chain of a node without a tree ends at its root`() {
    let (tree, shop, row) = tree()
    defer { withExtendedLifetime(tree) {} }
    #expect(shop.debugChain.hasPrefix("shop: CountingContainer"))
    let outer = ContainerModel()
    outer.add(ContainerModel(id: "inner"))
    #expect(outer.children[0].debugChain == "inner: ContainerModel\nthe root: ContainerModel")
    shop.remove(row)
    #expect(row.debugChain == "in no container: Row · sends tap")
  }

  @Test func `a tree prints all its nodes, even hidden ones`() {
    let (tree, _, _) = tree()
    #expect(
      "\(tree)" == """
        the site · shares day = "Sunday"
        the root: ContainerModel · shares sum = 3
        └ shop: CountingContainer · answers tap
          ├ a: Row · sends tap
          ├ note: Note · answers tap · listens to sum
          └ folded: ContainerModel · hidden
            └ note: Note
        """)
  }

  @Test func `facts contain a cell's current content, and values are cut only when printed`() {
    let (tree, _, row) = tree()
    #expect(row.facts.content == ["id": "a", "text": "<b>"])
    let long = String(repeating: "x", count: 100)
    tree.root.share(long, to: SharedData<String>("long"))
    #expect(tree.root.facts.shares.first { $0.name == "long" }?.value == .string(long))
    #expect(tree.root.facts.description.hasSuffix("xxx…, sum = 3"))
    #expect(tree.root.facts.description.count < 120)
  }
}
