import EspalierHTTP

/// Why a site cannot be served.
public struct SiteError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of trouble; open for more.
  package struct Code: Hashable, Sendable {
    let name: String

    /// Two pages want one path, or a path is not a path.
    package static let page = Code(name: "page")
    /// A template is missing, broken or asks for what is not there.
    package static let template = Code(name: "template")
    /// `proxies`, `metrics` or `faults` names what is neither an address nor a network.
    package static let access = Code(name: "access")
    /// The store cannot be opened.
    package static let store = Code(name: "store")
  }

  /// What kind.
  package let code: Code
  /// What is wrong and where.
  public let reason: String

  init(_ code: Code, _ reason: String) {
    self.code = code
    self.reason = reason
  }

  /// The reason.
  public var description: String { reason }
}
