import Testing

@testable import Espalier

/// The outline that the server writes is that of the elements which a browser makes of the markup. A browser test compares
/// the two on all pages of the demos.
@Suite struct MarkupOutlineTests {
  private func outline(_ markup: String) -> Int32 {
    var outline = MarkupOutline()
    outline.add(Array("<div id=\"~root\" class=\"a > b\">\(markup)</div>".utf8))
    return outline.number
  }

  private func number(_ letters: String) -> Int32 { letters.utf8.reduce(0) { $0 &* 31 &+ Int32($1) } }

  @Test(arguments: [
    ("", ""), ("text", ""), ("<p>a <b>c</b></p>", "pb"), ("<P>a <BR/>c</P>", "pb"), ("<!-- <p> -->a", "#"),
    ("<p title=\"<b>\" lang='<i>'><i>1</i></p>", "pi"), ("1 < 2 <3 <", ""), ("<p", "p"), ("<p title=\"", "p"),
    ("<template><p></p></template><q></q>", "tq"), ("<textarea><p></textarea><q></q>", "tq"),
    ("<noscript><p>1</p></noscript><q></q>", "nq"), ("<iframe src=\"/\"><p></iframe><q></q>", "iq"),
    ("<svg><title>1</title><path d=\"M0 0\"/></svg><q></q>", "stpq"), ("<script src=\"a.js\"></SCRIPT><q></q>", "sq"),
    ("<table><tr><td>1<tr><td>2</table><q></q>", "ttttttq"),
    ("<table><thead><tr><th>1</thead><tbody><tr><td>2</tbody></table>", "ttttttt"),
    ("<table><tbody><tr><td><table><tr><td>2</table></tbody></table>", "tttttttt"),
    ("<table><thead><tr><th>1</thead><tr><td>2</table>", "ttttttt"),
  ])
  func `it has the elements and comments in order`(markup: String, letters: String) {
    #expect(outline(markup) == number(letters))
  }

  @Test func `it tells an inserted, a wrapped, a removed and another element`() {
    let others = [
      "<p>1</p><i></i><b>2</b>", "<p>1</p><i><b>2</b></i>", "<p>1</p>", "<b>1</b><p>2</p>", "<p>1</p><i>2</i>",
    ]
    #expect(!others.map(outline).contains(outline("<p>1</p><b>2</b>")))
  }

  @Test func `a live page has the outline of all its lists`() {
    let live = LivePage(path: "/", patches: "/patches", version: "e.1", title: "")
    let lists = ["<div id=\"a\"><p></p></div>", "<div id=\"b\"><q></q></div>"].map { Array($0.utf8) }
    let form = String(decoding: HTMLDialect(events: "/events").form(live: live, lists: lists), as: UTF8.self)
    #expect(form.contains(" data-outline=\"\(number("pq"))\""))
  }
}
