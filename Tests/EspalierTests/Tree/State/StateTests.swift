import Observation
import Testing

@testable import Espalier

/// Which changes render a node, and how often.
@Suite struct StateTests {
  private let root = ContainerModel()
  private let tree: Tree

  init() { tree = Tree(root) }

  /// Adds a node to the tree and flushes.
  private func show(_ node: Node) {
    root.add(node)
    _ = tree.flushAll()
  }

  private func renders(_ change: () -> Void) -> Int {
    let before = tree.renderCount
    change()
    _ = tree.flushAll()
    return tree.renderCount - before
  }

  /// Shows state that is not part of its content.
  private final class Counter: CellModel<Note> {
    @NodeState var count = 0
    @NodeState var unit = "apples"
    /// A common pattern: each assignment requests an update.
    var note = "" { didSet { setState {} } }
    var updates = 0

    override func willRender() {
      updates += 1
      content.text = "\(count) \(unit) \(note)"
    }
  }

  @Test func `state set to an equal value updates nothing, and other state updates once (DIF-16)`() {
    let counter = Counter(Note(text: ""))
    show(counter)
    counter.updates = 0
    #expect(renders { counter.count = 0 } == 0 && counter.updates == 0)
    #expect(renders { counter.count = 1 } == 1 && counter.updates == 1)
    #expect(counter.content.text == "1 apples ")
    let both = renders {
      counter.count = 2
      counter.unit = "pears"
      counter.count += 1
    }
    #expect(both == 1 && counter.updates == 2)
    #expect(counter.content.text == "3 pears ")
  }

  /// A value that is copied at a change if another variable holds it too, like an array.
  private struct Shelf: Equatable {
    private final class Storage { var items = 0 }
    private var storage = Storage()
    private(set) var copies = 0
    var items: Int { storage.items }

    mutating func add() {
      if !isKnownUniquelyReferenced(&storage) {
        let copy = Storage()
        copy.items = storage.items
        storage = copy
        copies += 1
      }
      storage.items += 1
    }

    static func == (one: Shelf, other: Shelf) -> Bool { one.items == other.items }
  }

  private final class Cupboard: CellModel<Note> {
    @NodeState var shelf = Shelf()

    override func willRender() { content.text = "\(shelf.items)" }
  }

  @Test func `state that changes in place is not copied, and updates once`() {
    let cupboard = Cupboard(Note(text: ""))
    show(cupboard)
    let both = renders {
      cupboard.shelf.add()
      cupboard.shelf.add()
    }
    #expect(both == 1 && cupboard.content.text == "2")
    #expect(cupboard.shelf.copies == 0)
  }

  @Test func `a setter that always requests an update gets it, and renders only if the content differs (DIF-16)`() {
    let counter = Counter(Note(text: ""))
    show(counter)
    counter.updates = 0
    #expect(renders { counter.note = "" } == 0 && counter.updates == 1)
    #expect(renders { counter.note = "x" } == 1 && counter.updates == 2)
  }

  @Test func `three writes in one setState render once, and not at all if they cancel out (DIF-16)`() {
    let counter = Counter(Note(text: ""))
    show(counter)
    let thrice = renders {
      counter.setState {
        counter.count = 1
        counter.count = 2
        counter.note = "!"
      }
    }
    #expect(thrice == 1 && counter.content.text == "2 apples !")
    let back = renders {
      counter.setState {
        counter.count = 7
        counter.count = 2
      }
    }
    #expect(back == 0)
    #expect(renders { counter.setState {} } == 0)
  }

  @Test func `setState rethrows its closure's error and shows the changes made before it`() {
    struct Full: Error {}
    let counter = Counter(Note(text: ""))
    show(counter)
    #expect(throws: Full.self) {
      try counter.setState {
        counter.count = 5
        throw Full()
      }
    }
    _ = tree.flushAll()
    #expect(counter.content.text == "5 apples ")
  }

  @Test func `a container can have state like a cell, and lists its children from it`() {
    final class Fold: ContainerModel {
      @NodeState var isOpen = false
      var updates = 0
      override func willRender() {
        updates += 1
        set(rows: isOpen ? [Row(id: "a"), Row(id: "b")] : [])
      }
    }
    let fold = Fold(id: "fold")
    show(fold)
    let updates = fold.updates
    fold.isOpen = false
    #expect(tree.flushAll() == nil && fold.updates == updates)
    fold.setState {
      fold.isOpen = true
      fold.isOpen = false
      fold.isOpen = true
    }
    #expect(tree.flushAll()?.summary == ["insert fold/a", "insert fold/b"])
    #expect(fold.updates == updates + 1)
  }

  @Test func `a change of state outside the tree is shown when the node returns`() {
    let counter = Counter(Note(text: ""))
    show(counter)
    root.remove(counter)
    _ = tree.flushAll()
    counter.count = 9
    show(counter)
    #expect(tree.snapshot().children.last?.cell?.html.source == "<p>9 apples </p>")
  }

  // MARK: Observable objects

  @Observable final class Account {
    var name = "Ada"
    var balance = 0
    var isOpen = true
  }

  private final class AccountCell: CellModel<Note> {
    let account: Account
    init(_ account: Account) {
      self.account = account
      super.init(Note(text: ""))
    }
    override func willRender() { content.text = account.isOpen ? "\(account.name) \(account.balance)" : "closed" }
  }

  @Test func `an observable object updates only the cells that read the changed property`() {
    final class NameCell: CellModel<Note> {
      var account: Account?
      override func willRender() { content.text = account?.name ?? "" }
    }
    let account = Account()
    let (cell, name) = (AccountCell(account), NameCell(Note(text: "")))
    name.account = account
    show(cell)
    show(name)
    #expect(renders { account.balance = 1 } == 1 && cell.content.text == "Ada 1")
    #expect(renders { account.name = "Bea" } == 2 && name.content.text == "Bea")
    let thrice = renders { for _ in 0..<3 { account.balance += 1 } }
    #expect(thrice == 1 && cell.content.text == "Bea 4")
    #expect(renders { account.isOpen = false } == 1)
    #expect(renders { account.balance = 99 } == 0, "it is no longer read")
  }

  @Observable final class Basket { var wares = ["a"] }

  @Test func `a cell does not miss changes of an observed object while it moves or is outside the page`() {
    let account = Account()
    let (cell, other) = (AccountCell(account), ContainerModel(id: "other"))
    show(cell)
    show(other)
    account.balance = 1
    other.add(cell)
    _ = tree.flushAll()
    #expect(cell.content.text == "Ada 1")
    #expect(renders { account.balance = 2 } == 1 && cell.content.text == "Ada 2")
    other.remove(cell)
    _ = tree.flushAll()
    account.balance = 3
    show(cell)
    #expect(cell.content.text == "Ada 3")
    #expect(renders { account.balance = 4 } == 1 && cell.content.text == "Ada 4")
  }

  @Test func `properties that the markup reads are observed too, whatever updated the cell before`() {
    struct Mark: Content {
      static func == (one: Mark, other: Mark) -> Bool { one.text == other.text }
      nonisolated(unsafe) let account: Account
      var text = ""
      init(_ account: Account) { unsafe self.account = account }
      init(from decoder: any Decoder) throws { unsafe account = Account() }
      func encode(to encoder: any Encoder) throws {}
      func hash(into hasher: inout Hasher) { hasher.combine(text) }
      var html: HTML { unsafe "<p>\(account.name)</p>" }
    }
    let account = Account()
    let cell = CellModel(Mark(account))
    show(cell)
    cell.setState {}
    _ = tree.flushAll()
    account.name = "Bea"
    _ = tree.flushAll()
    #expect(tree.snapshot().children[0].cell?.html.source == "<p>Bea</p>")
  }

  @Test func `a container lists its rows again when an observed object changes`() {
    final class BasketList: ContainerModel {
      let basket: Basket
      init(_ basket: Basket) {
        self.basket = basket
        super.init(id: "basket")
      }
      override func willRender() { set(rows: basket.wares.map { Row(id: $0) }) }
    }
    let basket = Basket()
    show(BasketList(basket))
    basket.wares.append("b")
    #expect(tree.flushAll()?.summary == ["insert basket/b"])
    basket.wares = []
    #expect(tree.flushAll()?.summary == ["remove basket/a", "remove basket/b"])
  }

  @Test func `a render for another reason ends the observation of the last one`() {
    let account = Account()
    let cell = AccountCell(account)
    show(cell)
    for _ in 0..<1000 { #expect(renders { cell.setNeedsRender() } == 1) }
    let updates = renders { account.balance = 5 }
    #expect(updates == 1 && cell.content.text == "Ada 5")
    #expect(cell.existing(Listenings.self)?.all.count == 1)
  }

  @Test func `a removed cell does not observe the object, and the object does not keep it alive`() {
    let account = Account()
    weak var gone: AccountCell?
    do {
      let cell = AccountCell(account)
      gone = cell
      show(cell)
      root.remove(cell)
      _ = tree.flushAll()
    }
    #expect(gone == nil)
    #expect(renders { account.balance = 1 } == 0)
  }
}
