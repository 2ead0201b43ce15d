import Testing

@testable import Espalier

private struct Person: Content {
  var name = ""
  var html: HTML { "\(name)" }
}

private final class PersonModel: ContainerModel {}

@Suite struct KeyTests {
  @Test(arguments: [
    ("a", "a"), ("A-1.b_2", "A-1.b_2"), ("a/b", "a~2Fb"), ("", "~"), ("é", "~C3~A9"), ("<b>", "~3Cb~3E"), ("~", "~7E"),
    ("~2F", "~7E2F"), ("a b", "a~20b"), ("\"'&", "~22~27~26"), ("\0", "~00"), ("..", ".."),
    ("👩‍👧", "~F0~9F~91~A9~E2~80~8D~F0~9F~91~A7"),
  ])
  func `a hostile id makes a key that needs no escaping`(id: String, key: String) {
    let root = ContainerModel()
    root.add(Row(id: id, text: "x"))
    #expect(root.children.map(\.key) == [key])
    #expect(root.descendant(at: key) === root.children[0])
    #expect(root.children[id: id] === root.children[0])
    let tree = Tree(root)
    _ = tree.flushAll()
    let html = String(decoding: HTMLDialect(events: "/e").content(tree.snapshot(), at: ""), as: UTF8.self)
    #expect(html.hasPrefix("<ul role=\"list\"><li id=\"\(key)\" class=\"Row\">"))
    #expect(html.contains("?node=\(key)&amp;event=tap"))
  }

  @Test func `different ids make different keys`() {
    let ids = ["a", "~", "", "~~", "/", "~2F", "a/b", "a~2Fb", "é", "e\u{301}"]
    #expect(Set(ids.map(NodeKey.encode)).count == ids.count)
  }

  @Test func `a node without an id is named by its type, with an ordinal from the second one on`() {
    let root = ContainerModel()
    root.add([Person(), Person(), Person()])
    root.add([PersonModel(), ContainerModel(), ContainerModel()])
    #expect(
      root.children.map(\.key) == [
        "person", "person-2", "person-3", "person-4", "container", "container-2",
      ])
  }

  @Test func `a removed node's ordinal is not used again`() {
    let root = ContainerModel()
    root.add([Person(), Person()])
    root.remove(root.children[1])
    root.add(Person())
    #expect(root.children.map(\.key) == ["person", "person-3"])
  }

  @Test func `two rows with one id are both shown, in order, and reported (DIF-09)`() {
    let root = ContainerModel()
    let tree = Tree(root)
    root.add([Row(id: "a", text: "1"), Row(id: "b"), Row(id: "a", text: "2"), Row(id: "a", text: "3")])
    _ = tree.flushAll()
    #expect(tree.listedKeys == ["a", "b", "a-2", "a-3"])
    #expect(tree.takeDiagnostics() == [.duplicateKey("a", container: "")])
    #expect(tree.takeDiagnostics().isEmpty)
    #expect(tree.violations().isEmpty)
  }

  @Test func `an ordinal never equals an id`() {
    let root = ContainerModel()
    root.add([Row(id: "a"), Row(id: "a-2"), Row(id: "a"), Row(id: "person")])
    root.add(Person())
    #expect(root.children.map(\.key) == ["a", "a-2", "a-3", "person", "person-2"])
  }

  @Test func `addresses are paths of keys, survive reordering and lead back to the node`() {
    let root = ContainerModel()
    let folder = ContainerModel(id: 2)
    root.add(folder)
    folder.add(Row(id: "interactive"))
    let cell = folder.children[0]
    #expect(cell.address == "2/interactive")
    #expect(root.address == "")
    folder.add(CellModel(Row(id: "other")), at: .first)
    root.add(ContainerModel(id: 1), at: .first)
    #expect(cell.address == "2/interactive")
    #expect(root.descendant(at: "2/interactive") === cell)
    #expect((root.children[id: 2] as? ContainerModel)?.children[id: "interactive"] === cell)
    #expect(root.descendant(at: "") === root)
    for wrong in ["2/", "/2", "2//interactive", "2/interactive/x", "3", "/"] {
      #expect(root.descendant(at: wrong) == nil)
    }
  }

  @Test func `a row with the same id and another content is an update, even if the list was made again`() {
    let root = ContainerModel()
    root.add(["a", "b", "c"].map { Row(id: $0, text: "old") })
    let tree = Tree(root)
    _ = tree.flushAll()
    root.children.removeAll()
    root.add([Row(id: "c", text: "old"), Row(id: "a", text: "new"), Row(id: "d", text: "new")])
    let summary = tree.flushAll()?.summary ?? []
    #expect(summary.map { $0.prefix(8) } == ["remove b", "move c", "insert d", "update a"])
    #expect(tree.takeDiagnostics().isEmpty)
  }

  @Test func `making a list again from equal rows changes nothing`() {
    let root = ContainerModel()
    root.add((0..<50).map { Row(id: "\($0)", text: "same") })
    let tree = Tree(root)
    _ = tree.flushAll()
    root.children.removeAll()
    root.add((0..<50).map { Row(id: "\($0)", text: "same") })
    #expect(tree.flushAll() == nil)
    (root.children[7] as? CellModel<Row>)?.content.text = "other"
    #expect(tree.flushAll()?.summary == ["update 7"])
  }

  @Test func `a new container with the same id keeps its list, and a cell of another type does not`() {
    func folder(_ texts: [String]) -> ContainerModel {
      let folder = ContainerModel(id: "f")
      folder.add(texts.map { Row(id: $0, text: $0) })
      return folder
    }
    let root = ContainerModel()
    root.add(folder(["a", "b"]))
    let tree = Tree(root)
    _ = tree.flushAll()
    root.children.replace(root.children[0], with: folder(["b", "c"]))
    #expect(tree.flushAll()?.summary == ["remove f/a", "insert f/c"])
    root.children.replace(root.children[0], with: CellModel(Person(name: "x"), key: "f"))
    #expect(tree.flushAll()?.summary == ["remove f", "insert f"])
  }

  @Test func `a replacement with the same id keeps the address`() {
    let root = ContainerModel()
    root.add(Row(id: "5", text: "old"))
    let tree = Tree(root)
    _ = tree.flushAll()
    root.children.replace(root.children[0], with: CellModel(Row(id: "5", text: "new")))
    #expect(root.children[0].key == "5")
    #expect(tree.flushAll()?.summary == ["update 5"])
    #expect(tree.takeDiagnostics().isEmpty)
  }

  @Test func `a node removed and added again before the flush keeps its key and its element`() {
    let root = ContainerModel()
    root.add([Person(name: "1"), Person(name: "2")])
    let tree = Tree(root)
    _ = tree.flushAll()
    let first = root.children[0]
    root.remove(first)
    root.add(first)
    #expect(first.key == "person")
    #expect(tree.flushAll()?.summary.map { $0.prefix(4) } == ["move"])
    #expect(tree.listedKeys == ["person-2", "person"])
  }
}
