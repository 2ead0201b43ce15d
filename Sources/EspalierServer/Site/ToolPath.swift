package import EspalierHTTP

/// A path that a tool answers, and who may use it.
package struct ToolPath: Sendable {
  package let path: String
  package let exposure: Exposure
  package let answer: @Sendable (Request, ToolSite) throws(HTTPError) -> Response

  package init(
    _ path: String, for exposure: Exposure,
    _ answer: @escaping @Sendable (Request, ToolSite) throws(HTTPError) -> Response
  ) {
    self.path = path
    self.exposure = exposure
    self.answer = answer
  }
}
