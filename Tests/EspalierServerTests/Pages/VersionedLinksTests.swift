import Testing

@testable import EspalierServer

struct VersionedLinksTests {
  private static let links = VersionedLinks { ["site.css": "1a", "js/own.js": "2b"][$0] }

  @Test(arguments: [
    (#"<link href="/site.css" rel=x>"#, #"<link href="/site.css?v=1a" rel=x>"#),
    (#"<p data-module="/js/own.js">"#, #"<p data-module="/js/own.js?v=2b">"#),
    (
      #"<link href="/site.css"><script src="/js/own.js"></script>"#,
      #"<link href="/site.css?v=1a"><script src="/js/own.js?v=2b"></script>"#
    ),
  ])
  func `a link to a file of the site gets its version`(before: String, after: String) {
    #expect(Self.links.applied(to: before) == after)
    #expect(VersionedLinks.off.applied(to: before) == before)
  }

  @Test(arguments: [
    #"<link href="/other.css">"#, #"<link href="/site.css?v=0">"#, #"<link href="//site.css">"#,
    #"<link href="site.css">"#, #"<a data-x="/site.css">"#, #"<a href="/site">"#, #"<link href="/site.css"#, "",
  ])
  func `everything else stays as it is`(html: String) {
    #expect(Self.links.applied(to: html) == html)
  }
}
