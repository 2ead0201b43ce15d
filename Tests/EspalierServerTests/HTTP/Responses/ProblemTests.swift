import Testing

@testable import EspalierHTTP
@testable import EspalierServer

struct ProblemTests {
  private let error = HTTPError(.badForm, "It says <\"no\">\n\u{1}", field: "na<me")

  private func body(_ response: Response) -> String {
    guard case .bytes(let bytes) = response.body else { return "" }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `a problem is JSON with the members of RFC 9457`() {
    let response = Problem(error, instance: "r1").response(accepting: Accept("*/*"))
    #expect(response.status == .badRequest)
    #expect(response.headers[.contentType] == "application/problem+json")
    #expect(
      body(response) == #"{"type":"urn:espalier:problem:bad-form","title":"Bad Request","status":400,"#
        + #""detail":"It says <\"no\">\n\u0001","instance":"r1","field":"na<me"}"# + "\n")
  }

  @Test func `a browser gets a complete page in which all text is escaped`() {
    let response = Problem(error, instance: "r1")
      .response(
        accepting: Accept("text/html,application/xhtml+xml,*/*;q=0.8"), in: ProblemFrame(styles: ["/plain.css"]))
    let page = body(response)
    #expect(response.headers[.contentType] == "text/html; charset=utf-8")
    #expect(page.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\" dir=\"ltr\">"))
    #expect(page.contains("It says &lt;&quot;no&quot;&gt;"))
    #expect(page.contains("<code>na&lt;me</code>"))
    #expect(page.contains("<body class=\"e-plain\">") && page.contains("href=\"/plain.css\"") && !page.contains("<a "))
    #expect(!page.contains("style=") && !page.contains("<script") && !page.contains("<style"))
  }

  @Test func `405 names the methods that are allowed`() throws {
    let request = try Request(.delete, "/", id: "r2")
    let response = Response.problem(HTTPError(.methodNotAllowed, "No.", allow: [.get, .head]), for: request)
    #expect(response.headers[.allow] == "GET, HEAD")
    #expect(body(response).contains("\"allow\":[\"GET\",\"HEAD\"]"))
    #expect(body(response).contains("\"instance\":\"r2\""))
  }

  @Test func `an error code of another module brings its own status`() {
    let own = HTTPError(.init(rawValue: "cell-is-shy"), "No.", status: .conflict)
    #expect(Problem(own, instance: "-").status == .conflict)
    #expect(HTTPError(.init(rawValue: "unheard-of"), "No.").status == .internalServerError)
  }
}
