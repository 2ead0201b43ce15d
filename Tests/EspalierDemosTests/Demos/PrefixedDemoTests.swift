import EspalierDemos
import EspalierInspector
import EspalierServer
import EspalierTesting
import Testing

/// All demos below a prefix.
@Suite struct PrefixedDemoTests {
  private func html(_ path: String, of site: Site) async throws -> String {
    let headers: Headers = [.accept: "text/html"]
    let response = try await InProcess(site).reply(to: Request(.get, path, headers: headers))
    #expect(response.status == .ok, "\(path)")
    return String(decoding: response.body.collected, as: UTF8.self)
  }

  /// The page without the values that differ from load to load.
  private func normal(_ html: String) -> String {
    html.replacing(/[0-9a-f]{16,}/, with: "ID").replacing(/[0-9a-f]{6}\.\d+/, with: "VERSION")
  }

  @Test(arguments: ["/", "/seeds/1", "/category", "/posts/tree"])
  func `a demo below a prefix differs in its URLs only`(path: String) async throws {
    let plain = try DemoSite.make(isDevelopment: true, tools: [.inspector(faults: .everyone)], log: .silent)
    let prefixed = try DemoSite.make(
      isDevelopment: true, tools: [.inspector(faults: .everyone)], prefix: "/app", log: .silent)
    let (one, other) = (normal(try await html(path, of: plain)), normal(try await html("/app" + path, of: prefixed)))
    // No page of the demos has this text anywhere but in its URLs.
    let urls = /[ ](?:href|src|action|formaction|data-espalier|data-patches|data-module)="\/app(?=\/)/
    #expect(other.matches(of: urls).count > 7)
    #expect(other.replacing(urls) { String($0.0.dropLast("/app".count)) } == one)
    let bare = /[ ](?:href|src|action|formaction|data-espalier|data-patches|data-module)="\/(?!app\/|\/)/
    #expect(other.firstMatch(of: bare) == nil)
  }
}
