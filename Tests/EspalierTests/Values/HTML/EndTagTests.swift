import Testing

@testable import Espalier

@Suite struct EndTagTests {
  private static let wrong: [(HTML, String)] = [
    ("<p>one</ul><p>out", "</ul> closes nothing that the cell opened"),
    ("<li>one</li></ul><p>out", "<li> is not inside a list of the cell"),
    ("<div><p>one</div></p>", "</p> closes nothing that the cell opened"),
    ("<p>one<div>two</p>", "<div> is not closed before </p>"),
    ("<form><input name=\"a\"><button>Send</button>", "<form> is not closed"),
    ("<section><H2 title='>'>a</h2>", "<section> is not closed"),
    ("<div/><p>a</p>", "<div> is not closed"),
  ]

  @Test(arguments: wrong.indices)
  func `a missing end tag, or one that closes other markup, is reported`(index: Int) {
    let (html, fault) = Self.wrong[index]
    #expect(EndTags(of: html).fault == fault, "\(html.source)")
  }

  private static let right: [HTML] = [
    "", "text & <3 a < b", "<p>one<p>two", "<ul><li>one<li>two</ul>", "<select><option>a<option>b</select>",
    "<svg viewBox=\"0 0 8 8\"><title>a</title><circle r=\"4\"/><path d=\"M0 0\" /></svg>",
    "<br><img alt=\"</p>\"><hr/>",
    "<table><tr><td>1<td>2<tr><td>3</table>", "<textarea></div></textarea><!-- </div> -->", "<P>\("</p>")</P>",
    "<article><h3>\("a")</h3><a href=\"/\(1)\">b</a></article>",
  ]

  @Test(arguments: right.indices)
  func `markup that closes what it opens has no fault, nor do elements without end tags`(index: Int) {
    #expect(EndTags(of: Self.right[index]).fault == nil, "\(Self.right[index].source)")
  }

  @Test func `wrong end tags are reported once for each shape, and the cell is shown`() {
    struct Wrong: Content, Identifiable {
      let id: Int
      var isLong = false
      var html: HTML { isLong ? "<b>\(id)</b></div>" : "\(id)</p>" }
    }
    let root = ContainerModel()
    root.add([Wrong(id: 1), Wrong(id: 22), Wrong(id: 3, isLong: true)])
    let tree = Tree(root)
    _ = tree.flushAll()
    #expect(
      tree.takeDiagnostics() == [
        .endTags("</p> closes nothing that the cell opened", address: "1"),
        .endTags("</div> closes nothing that the cell opened", address: "3"),
      ])
    #expect(tree.snapshot().children.map { $0.cell?.html.source } == ["1</p>", "22</p>", "<b>3</b></div>"])
    root.setNeedsRender()
    _ = tree.flushAll()
    #expect(tree.takeDiagnostics().isEmpty)
  }

  private struct Variant: Content, Identifiable {
    let id: Int
    var source: String
    var html: HTML { HTML(RawHTML(source)) }
  }

  /// The addresses of the cells with reported end tags.
  private func reported(_ sources: [String]) -> [String] {
    let root = ContainerModel()
    root.add(sources.enumerated().map { Variant(id: $0, source: $1) })
    let tree = Tree(root)
    _ = tree.flushAll()
    return tree.takeDiagnostics().compactMap { if case .endTags(_, let address) = $0 { address } else { nil } }
  }

  @Test func `shapes of equal length and slot count are distinguished`() {
    #expect(reported(["<p>one</p>", "<p>one</b>"]) == ["1"])
    let (before, after): (HTML, HTML) = ("<b>x\("a")</b>", "<b>\("a")x</b>")
    #expect(ShapeMark(Variant.self, before) != ShapeMark(Variant.self, after))
    #expect(ShapeMark(Variant.self, before) == ShapeMark(Variant.self, "<b>x\("another")</b>"))
  }

  @Test func `the thousandth shape is checked like the first, and shapes in use are not checked again`() {
    let sources = (0..<1_000).map { "<b>\($0)</b>" } + [String](repeating: "<p>one</ul>", count: 4)
    #expect(reported(sources) == ["1000"])
    var shapes = RecentShapes(capacity: 2)
    let marks = (0..<5).map { ShapeMark(Variant.self, HTML(RawHTML("\($0)"))) }
    let isNew = [0, 1, 0, 2, 0, 3, 0, 4, 0, 1].map { shapes.insert(marks[$0]) }
    #expect(
      isNew == [true, true, false, true, false, true, false, true, false, true], "0 is used too often to be removed")
  }
}
