import Espalier
import Testing

@testable import EspalierHTTP
@testable import EspalierServer

/// One resource has one path.
@Suite struct PathTests {
  private let site = Site(templates: "none", files: "none", metrics: .everyone, log: .silent) {
    Page("/embed/widget", title: "Widget") { ContainerModel() }
    Page("/list", title: "List") { ContainerModel() }
    Page("/grün blau", title: "Colours") { ContainerModel() }
    Page("/Kontakt", title: "Contact") { ContainerModel() }
  }

  @Test(arguments: [
    "/embed%2Fwidget", "/list%2Fevents", "/list%2Fpatches", "/espalier%2Fwire.js",
    "%2Flist".replacing("%2F", with: "/%2F"),
  ])
  func `an escaped slash separates no segments`(path: String) throws {
    #expect(try ask(site, path, [.accept: "application/json"])?.status == .notFound)
  }

  @Test(
    arguments: [
      ("/%6detrics", "/metrics"), ("/x/../metrics", "/metrics"), ("/./list?format=json", "/list?format=json"),
      ("/%68ealthz", "/healthz"), ("/embed%2fwidget", "/embed%2Fwidget"), ("/espalier/%77ire.js", "/espalier/wire.js"),
      ("/nothing/%61", "/nothing/a"), ("http://other/%6cist", "/list"),
    ])
  func `a path in another spelling is redirected, whether or not the resource exists`(path: String, canonical: String)
    throws
  {
    for method in [EspalierHTTP.Method.get, .post, .head] {
      let reply = try ask(site, path, [.accept: "application/json"], method)
      #expect(reply?.status == .permanentRedirect)
      #expect(reply?.headers[.location] == canonical)
    }
  }

  @Test func `a page whose path needs escapes is found under the escaped path`() throws {
    #expect(try ask(site, "/gr%C3%BCn%20blau", [.accept: "text/html"])?.status == .ok)
    #expect(try ask(site, "/grün%20blau", [.accept: "text/html"])?.headers[.location] == "/gr%C3%BCn%20blau")
  }

  @Test(arguments: ["/%E2%84%AAontakt", "/gru%CC%88n%20blau", "/%E2%84%AAontakt/events", "/%E2%84%AAontakt/patches"])
  func `letters that are equivalent but have other bytes are another path`(path: String) throws {
    let method = path.hasSuffix("events") ? EspalierHTTP.Method.post : .get
    #expect(try ask(site, path, [.accept: "application/json"], method)?.status == .notFound)
  }

  @Test func `OPTIONS * lists the methods`() throws {
    let reply = try ask(site, "*", [:], .options)
    #expect(reply?.status == .noContent && reply?.headers[.allow] == "GET, HEAD, POST, OPTIONS")
  }
}
