import Espalier
import EspalierServerTestSupport
import EspalierTestSupport
import EspalierTesting
import Testing

@testable import EspalierHTTP
@testable import EspalierServer

private struct Pressable: Content, Identifiable {
  static let press = Event<NoData>("press")
  let id: Int
  var html: HTML { "<button \(Self.press)>\(id)</button>" }
}

private final class Buttons: ContainerModel {
  override func didLoad() { add((0..<501).map { Pressable(id: $0) }) }
}

@Suite struct LongPageTests {
  /// The number of buttons that name the form of the page, and the link for browsers without JavaScript.
  private func opened(_ site: Site) async throws -> (named: Int, link: String?) {
    var browser = PlainBrowser(try InProcess(site))
    try await browser.open("/many")
    let link = browser.html.firstMatch(of: /<noscript>.*<a href="(?<path>[^"]+)">/)
    return (browser.html.matches(of: /<button form="~form"/).count, link.map { String($0.path) })
  }

  @Test func `only the first 500 buttons name the form, and a link leads to a page with all`() async throws {
    let site = Site(templates: "none", log: .silent) { Page("/many", title: "") { Buttons() } }
    let (named, link) = try await opened(site)
    #expect(named == 500 && link == "/many?view=full")
  }

  @Test func `in a page without the client, every button names the form`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("bare.html", "<main>{{{content}}}</main>")
    let site = Site(templates: folder.path, log: .silent) {
      Page("/many", title: "", template: "bare") { Buttons() }
    }
    let (named, link) = try await opened(site)
    #expect(named == 501 && link == nil)
  }
}
