import Testing

@testable import Espalier

private struct Product: Content, Identifiable {
  static let step = Event<Int>("step")
  let id: String
  let price: Int
  var quantity: Int
  var html: HTML {
    "<button \(Self.step, sends: -1)>−</button><output>\(quantity)</output><button \(Self.step, sends: 1)>+</button>"
  }
}

private struct Total: Content {
  static let cents = SharedData<Int>("cents")
  var text = ""
  var html: HTML { "<strong>\(text)</strong>" }
}

private final class TotalModel: CellModel<Total> {
  override func didLoad() {
    subscribe(to: Total.cents) { cell, cents in
      cell.content.text = "$\(cents / 100).\(cents % 100 < 10 ? "0" : "")\(cents % 100)"
    }
  }
}

/// A product in a separate container, which handles its cell's events.
private final class ProductModel: ContainerModel {
  static let changed = Event<NoData>("changed")
  let cell: CellModel<Product>
  init(_ product: Product) {
    cell = CellModel(product)
    super.init(id: product.id)
    add(cell)
  }
  override func didLoad() {
    on(Product.step) { model, by in
      model.cell.content.quantity = max(1, model.cell.content.quantity + by)
      model.send(Self.changed)
    }
  }
}

private final class Cart: ContainerModel {
  let products = [
    ProductModel(Product(id: "id1", price: 216, quantity: 1)),
    ProductModel(Product(id: "id2", price: 191, quantity: 2)),
    ProductModel(Product(id: "id3", price: 1004, quantity: 1)),
  ]
  override func didLoad() {
    add(products)
    add(TotalModel(Total()))
    on(ProductModel.changed) { $0.shareTotal() }
    shareTotal()
  }
  func shareTotal() {
    share(products.map(\.cell.content).reduce(0) { $0 + $1.price * $1.quantity }, to: Total.cents)
  }
}

private struct Photo: Content {
  static let shown = SharedData<String>("shown")
  var tone = "plain"
  var html: HTML { "<figure class=\"\(tone)\"></figure>" }
}

private final class PhotoModel: CellModel<Photo> {
  override func didLoad() { subscribe(to: Photo.shown) { $0.content.tone = $1 } }
}

private struct Actions: Content {
  static let like = Event<String>("like")
  var html: HTML { "<button \(Self.like, sends: "red")>Like</button>" }
}

private final class Post: ContainerModel {
  override func didLoad() {
    add(PhotoModel(Photo()))
    add(Actions())
    on(Actions.like) { $0.share($1, to: Photo.shown) }
  }
}

private struct Listener: Content {
  static let number = SharedData<Int>("number")
  var text = "init value"
  var html: HTML { "<span>\(text)</span>" }
}

private final class ListenerModel: CellModel<Listener> {
  override func didLoad() { subscribe(to: Listener.number) { $0.content.text = "value: \($1)" } }
}

@Suite struct SampleListTests {
  private func texts(_ tree: Tree) -> [String] {
    func cells(_ node: NodeSnapshot) -> [String] {
      (node.cell.map { [$0.html.source] } ?? []) + node.children.flatMap(cells)
    }
    return cells(tree.snapshot())
  }

  @Test func `the cart's total is the sum of its products, and only changed cells are rendered (CON-17)`() throws {
    let tree = Tree(Cart())
    _ = tree.flushAll()
    func total() -> String? { tree.snapshot().children.last?.cell?.html.source }
    func press(_ by: JSON) throws -> [String] {
      _ = try tree.receive("step", from: "id1/id1", data: by)
      return tree.flushAll()?.summary ?? []
    }
    #expect(total() == "<strong>$16.02</strong>")
    #expect(try press(1) == ["update id1/id1", "update total"])
    #expect(total() == "<strong>$18.18</strong>")
    #expect(try press(-1) == ["update id1/id1", "update total"])
    #expect(total() == "<strong>$16.02</strong>")
    #expect(try press(-1) == [], "the quantity stays at one")
    #expect(total() == "<strong>$16.02</strong>")
  }

  @Test func `a like in one post changes only its own photo (CON-20)`() throws {
    let root = ContainerModel()
    root.add([Post(id: "A"), Post(id: "B")])
    let tree = Tree(root)
    _ = tree.flushAll()
    _ = try tree.receive("like", from: "B/actions", data: "red")
    #expect(tree.flushAll()?.summary == ["update B/photo"])
    #expect(
      texts(tree).filter { $0.hasPrefix("<figure") } == [
        "<figure class=\"plain\"></figure>", "<figure class=\"red\"></figure>",
      ])
  }

  @Test func `a hundred cells show the shared value, and later ones show it at once (CON-21)`() {
    let root = ContainerModel()
    for _ in 0..<100 { root.add(ListenerModel(Listener())) }
    let tree = Tree(root)
    _ = tree.flushAll()
    #expect(Set(texts(tree)) == ["<span>init value</span>"])
    root.share(1, to: Listener.number)
    #expect(tree.flushAll()?.operations.count == 100)
    #expect(Set(texts(tree)) == ["<span>value: 1</span>"])
    root.add(ListenerModel(Listener()))
    #expect(tree.flushAll()?.summary == ["insert listener-101"])
    #expect(texts(tree).last == "<span>value: 1</span>")
  }
}
