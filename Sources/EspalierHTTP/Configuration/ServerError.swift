import Glibc

/// Why a server could not start.
public struct ServerError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kind of failure; open.
  public struct Code: Hashable, Sendable, RawRepresentable {
    /// Lowercase words joined by hyphens.
    public let rawValue: String

    /// Names a kind of failure.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Another socket listens on this host and port.
    public static let portInUse = Code(rawValue: "port-in-use")
    /// The port needs a right this process does not have.
    public static let notPermitted = Code(rawValue: "not-permitted")
    /// The host is no literal address of this machine.
    public static let badHost = Code(rawValue: "bad-host")
    /// A named proxy is neither an address nor a network.
    public static let badProxy = Code(rawValue: "bad-proxy")
    /// The system refused a socket, a descriptor or a thread.
    public static let system = Code(rawValue: "system")
    /// The server was started before.
    public static let alreadyStarted = Code(rawValue: "already-started")
  }

  /// What kind of failure.
  public let code: Code
  /// One sentence for whoever starts the server.
  public let detail: String
  /// The system's error number, 0 where there is none.
  public let number: Int32

  init(_ code: Code, _ detail: String, number: Int32 = 0) {
    self.code = code
    self.detail = detail
    self.number = number
  }

  /// The system refused a thread.
  static var noThread: ServerError { ServerError(.system, "Could not start a thread.", number: errno) }

  /// The detail, with the code and the system's number.
  public var description: String { "\(detail) (\(code.rawValue)\(number == 0 ? "" : ", errno \(number)"))" }
}
