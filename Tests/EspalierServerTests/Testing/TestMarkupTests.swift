import Espalier
import EspalierHTTP
import EspalierServer
import Testing

@testable import EspalierTesting

/// Tests read the markup and the text of a node.
@Suite struct TestMarkupTests {
  private struct Chore: Content, Identifiable {
    let id: String
    static let finish = Event<String>("finish")
    var html: HTML {
      "<ul><li>\(id)<li><b>3</b>&nbsp;€\n\n  each</ul><button \(Self.finish, sends: id)>Done</button>"
    }
  }

  private func page() async throws -> TestPage {
    let site = Site(templates: "none", files: "none", log: .silent) {
      Page("/", title: "Chores") {
        let root = ContainerModel()
        let inner = ContainerModel(id: "inner")
        inner.add([CellModel(Chore(id: "<Fig> & \"olive\""), key: "fig"), CellModel(Chore(id: "cat"))])
        root.add(inner)
        return root
      }
    }
    return try await TestPage.open("/", over: InProcess(site))
  }

  @Test func `the markup of a node is what is inside its element`() async throws {
    let markup = try await page().html(of: "inner/cat")
    #expect(markup.hasPrefix("<ul><li>cat<li>") && markup.hasSuffix(">Done</button>"), "\(markup)")
  }

  @Test func `the text of a node is what a reader sees`() async throws {
    let page = try await page()
    #expect(try await page.text(of: "inner/fig") == "<Fig> & \"olive\" 3 € each Done")
    #expect(try await page.text(of: "inner") == "<Fig> & \"olive\" 3 € each Done cat 3 € each Done")
    #expect(try await page.text(of: "") == (try await page.text(of: "inner")))
  }

  @Test func `a node that the page does not have is an error`() async throws {
    let page = try await page()
    let failure = await #expect(throws: TestPage.Failure.self) { try await page.text(of: "dog") }
    #expect("\(failure, default: "")" == "the page has no node \"dog\"")
  }

  @Test(arguments: [
    ("", ""), ("a", "a"), ("  a \n b\t", "a b"), ("<p>a</p><p>b</p>", "a b"), ("a<br>b", "a b"),
    ("$<b>5</b>.<small>00</small>", "$5.00"), ("1 < 2", "1 < 2"), ("a<!-- <b>x</b> -->b", "ab"),
    ("<script>if (a < b) { \"</p>\" }</script>a", "a"), ("<style>p { }</style>b<template><p>x</p></template>", "b"),
    ("<p hidden>a<b>b</b></p>c", "c"), ("<p data-hidden=\"x\">a</p>", "a"), ("<input hidden>a", "a"),
    ("<a title=\"a > b\">c</a>", "c"), ("<textarea>a <b></textarea>", "a <b>"),
    ("&lt;b&gt; &amp;amp; &#233;", "<b> &amp; é"),
    ("<svg><text>x</text></svg>a", "a"), ("<ul><li>a<li>b</ul>c", "a b c"), ("a<", "a<"), ("a<b", "a"),
  ])
  func `the text of markup`(markup: String, text: String) { #expect(ServedMarkup.text(of: markup) == text) }

  @Test(arguments: [
    ("<li id=\"a\">x</li>", "x"), ("<li id=\"ab\">x</li>", nil), ("<li id=\"a\"><p>x<p>y</li>z", "<p>x<p>y"),
    (
      "<div><li id=\"a\"><ul><li>1</li><li>2</ul><br><img src=\"x\"/></li></div>",
      "<ul><li>1</li><li>2</ul><br><img src=\"x\"/>"
    ),
    ("<li id=\"a\"></li>", ""), ("<!-- <li id=\"a\">no</li> --><li id=\"a\">yes</li>", "yes"), ("<li id=\"a\">x", nil),
  ])
  func `the markup inside an element`(page: String, markup: String?) {
    #expect(ServedMarkup.inside("a", of: page) == markup)
  }

  @Test func `a test prints HTML as its markup`() {
    let html: HTML = "<p>\("<b>")</p>"
    #expect("\(html)" == "<p>&lt;b&gt;</p>" && html.description == html.source)
    let outer: HTML = "<div>\(html)\(Optional(html))</div>"
    #expect(outer.source == "<div><p>&lt;b&gt;</p><p>&lt;b&gt;</p></div>", "markup in markup is not escaped")
  }
}
