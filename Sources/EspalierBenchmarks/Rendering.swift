import Espalier

/// Measures a page of 1,000 rows, from models to bytes, against appending the same bytes by hand.
enum Rendering {
  static func run(_ report: Report) throws {
    report.begin("A page of 1,000 rows", against: "the same bytes appended by hand")
    let count = report.size(1_000)
    let rows = codedRows(count)
    let dialect = HTMLDialect(events: "/events")
    let library = try TemplateLibrary(files: ["Row": TemplateRow.source])
    func page(_ tree: Tree) -> Int { dialect.content(tree.snapshot(), at: "").count }
    func tree(_ contents: [some Content]) -> Tree {
      let root = ContainerModel()
      root.add(contents)
      let tree = Tree(root, templates: library)
      _ = tree.flush()
      return tree
    }
    var sink = 0
    let coded = tree(rows)
    let filled = tree(templateRows(count))
    func measure(_ name: String, calls: Int, _ work: () -> Void) {
      report.compare(name, calls: calls, work) { sink += handWritten(rows).count }
    }
    measure("the markup of coded cells alone", calls: 10) { for row in rows { sink += row.html.controls.count + 1 } }
    for (name, tree, calls) in [("coded", coded, 10), ("template", filled, 5)] {
      measure("\(name) cells, every row rendered again", calls: calls) {
        tree.root.setNeedsRender()
        _ = tree.flush()
        sink += page(tree)
      }
    }
    measure("from rendered cells, as a second viewer gets it", calls: 10) { sink += page(coded) }
    measure("from nothing: nodes made, loaded, rendered, listed", calls: 5) { sink += page(tree(rows)) }
    precondition(sink > 0)
  }
}
