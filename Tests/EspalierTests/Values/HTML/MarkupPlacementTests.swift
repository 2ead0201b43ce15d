import Testing

@testable import Espalier

/// Elements that an HTML parser drops or moves are reported with how to fix them.
@Suite struct MarkupPlacementTests {
  private static let wrong: [(HTML, String)] = [
    ("<tr><td>1</td></tr>", "a browser drops <tr> outside a <table>"),
    ("<td>1</td>", "a browser drops <td> outside a <table>"),
    ("<div><tbody></tbody></div>", "a browser drops <tbody> outside a <table>"),
    ("<caption>1</caption>", "a browser drops <caption> outside a <table>"),
    ("<col>", "a browser drops <col> outside a <table>"),
    ("<body><p>1</p></body>", "a browser drops <body> inside a page"),
    ("<html></html>", "a browser drops <html> inside a page"),
    ("<option>1</option>", "<option> has no effect outside a <select>"),
    ("<optgroup label=\"a\"></optgroup>", "<optgroup> has no effect outside a <select>"),
    ("<table><tr><div>1</div></tr></table>", "a browser moves <div> out of <tr>"),
    ("<table><form></form></table>", "a browser moves <form> out of <table>"),
    ("<table><tr>1</tr></table>", "a browser moves the text out of <tr>"),
    ("<table>\("1")</table>", "a browser moves the text out of <table>"),
    ("<a href=\"/\">1<a href=\"/\">2</a></a>", "a browser ends <a> where another <a> begins"),
    ("<button><b><button>1</button></b></button>", "a browser ends <button> where another <button> begins"),
    ("<form><div><form></form></div></form>", "a browser drops a <form> inside a <form>"),
    ("<select><option>1</option><input></select>", "a browser ends <select> where <input> begins"),
    ("<h2>1<h3>2</h3></h2>", "a browser ends <h2> where <h3> begins"),
    ("<svg><p>1</p></svg>", "a browser ends <svg> where <p> begins"),
    ("<p>1<div>2</div></p>", "a browser ends <p> where <div> begins"),
  ]

  @Test(arguments: wrong.indices)
  func `an element that a browser drops or moves is reported with a fix`(index: Int) throws {
    let (html, reason) = Self.wrong[index]
    let tags = EndTags(of: html)
    let misplaced = try #require(tags.misplaced, "\(html.source): \(tags.fault ?? "nothing")")
    #expect(misplaced.hasPrefix(reason))
    #expect(misplaced.contains("; ") || misplaced.contains("write <div>"), "it says what to do")
  }

  private static let right: [HTML] = [
    "<table><caption>c<colgroup><col><tr><td>1<th>2<tr><td><div>3</div><tfoot><tr><td>4</table>",
    "<table><thead><tr><th>1</th></tr></thead><tbody>\n<tr>\n<td>\("2")</td></tr>\n</tbody></table>",
    "<table><tr><td><table><tr><td>1</td></tr></table></td></tr></table>",
    "<table><input type=\"hidden\" name=\"a\"><script src=\"/a.js\"></script><tr><td>1</table>",
    "<select><optgroup label=\"a\"><option>1<option>2<optgroup label=\"b\"><option>3</select>",
    "<datalist id=\"d\"><option value=\"1\"></datalist>",
    "<template><tr><td>1</td></tr></template>",
    "<p>1<div>2</div><p>3<ul><li>4<li>5</ul>", "<ul><li><p>1<ul><li>2</ul><li>3</ul>",
    "<dl><dt>1<dd>2<dt>3<dd>4</dl>",
    "<a href=\"/\">1</a><a href=\"/\">2</a><button>1</button><button>2</button><form></form><form></form>",
    "<svg><title>t</title><foreignObject><p>1</p></foreignObject><a><text>2</text></a></svg>",
    "<h2>1</h2><h3>2</h3>", "<button><p>1</p></button>", "<p><button><div>1</div></button></p>",
    "<img alt=\"<tr>\"><textarea><tr></textarea><!-- <tr> -->", "1 < 2 <3",
  ]

  @Test(arguments: right.indices)
  func `elements that a browser keeps in place have no fault`(index: Int) {
    let tags = EndTags(of: Self.right[index])
    #expect(tags.misplaced == nil && tags.fault == nil, "\(Self.right[index].source)")
  }

  @Test func `an element that overlaps a misplaced one is reported as not closed`() {
    #expect(EndTags(of: "<table><tr><td><div><tr></tr></td></tr></table>").fault == "<div> is not closed before <tr>")
    #expect(EndTags(of: "<p><b>1<div>2</div></b>").fault == "<b> is not closed before <div>")
  }

  @Test func `an example cell of a page is checked too`() throws {
    struct Line: Content {
      var html: HTML { "<tr><td>1</td></tr>" }
    }
    let error = #expect(throws: TemplateError.self) { try TemplateLibrary().check(Line()) }
    #expect(error?.reason.contains("a browser drops <tr> outside a <table>") == true)
  }
}
