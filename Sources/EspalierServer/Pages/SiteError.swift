import EspalierHTTP

/// Says why a site cannot be served.
public struct SiteError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of error.
  package struct Code: Hashable, Sendable {
    let name: String

    /// Two pages use the same path, or a path is invalid.
    package static let page = Code(name: "page")
    /// A template is missing or broken, or uses a value that does not exist.
    package static let template = Code(name: "template")
    /// `proxies`, `metrics` or the exposure of a tool contains a text that is neither an address nor a network.
    package static let access = Code(name: "access")
    /// The store cannot be opened.
    package static let store = Code(name: "store")
  }

  /// The kind of error.
  package let code: Code
  /// What is wrong and where.
  package let reason: String

  init(_ code: Code, _ reason: String) {
    self.code = code
    self.reason = reason
  }

  /// The reason.
  public var description: String { reason }
}
