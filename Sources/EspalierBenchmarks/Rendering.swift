import Espalier

/// A page of 1,000 rows, from models to bytes, against appending the same bytes by hand.
enum Rendering {
  static func run() throws {
    print("\nRendering a page of 1,000 rows (baseline: hand-written appends)")
    let rows = codedRows(1000)
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
    let filled = tree(templateRows(1000))
    Comparison(calls: 10, { for row in rows { sink += row.html.controls.count } }) { sink += handWritten(rows).count }
      .report("the markup of coded cells alone")
    Comparison(
      calls: 10,
      {
        coded.root.setNeedsRender(); _ = coded.flush(); sink += page(coded)
      }
    ) {
      sink += handWritten(rows).count
    }.report("coded cells, every row rendered again")
    Comparison(
      calls: 5,
      {
        filled.root.setNeedsRender(); _ = filled.flush(); sink += page(filled)
      }
    ) {
      sink += handWritten(rows).count
    }.report("template cells, every row rendered again")
    Comparison(calls: 10, { sink += page(coded) }) { sink += handWritten(rows).count }
      .report("from rendered cells, as a second viewer gets it")
    Comparison(calls: 5, { sink += page(tree(rows)) }) { sink += handWritten(rows).count }
      .report("from nothing: nodes made, loaded, rendered, listed")
    precondition(sink > 0)
  }
}
