import Glibc

/// Why a server could not start.
package struct ServerError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kind of failure. The set is open: other code can add kinds.
  package struct Code: Hashable, Sendable, RawRepresentable {
    /// Lowercase words joined by hyphens.
    package let rawValue: String

    /// Names a kind of failure.
    package init(rawValue: String) { self.rawValue = rawValue }

    /// Another socket listens on this host and port.
    package static let portInUse = Code(rawValue: "port-in-use")
    /// This process has no permission to listen on the port.
    package static let notPermitted = Code(rawValue: "not-permitted")
    /// The host is not an address literal of this machine.
    package static let badHost = Code(rawValue: "bad-host")
    /// A configured proxy is neither an address nor a network.
    package static let badProxy = Code(rawValue: "bad-proxy")
    /// The certificate or its key cannot be read or used.
    package static let badCertificate = Code(rawValue: "bad-certificate")
    /// The system refused a socket, a descriptor or a thread.
    package static let system = Code(rawValue: "system")
    /// The server was already started.
    package static let alreadyStarted = Code(rawValue: "already-started")
  }

  /// The kind of failure.
  package let code: Code
  /// One sentence that says what is wrong and what to do.
  package let detail: String
  /// The system's error number (`errno`); 0 if there is none.
  package let number: Int32

  package init(_ code: Code, _ detail: String, number: Int32 = 0) {
    self.code = code
    self.detail = detail
    self.number = number
  }

  /// The system refused a thread.
  static var noThread: ServerError { ServerError(.system, "Could not start a thread.", number: errno) }

  /// The detail, with the code and the system's number.
  package var description: String { "\(detail) (\(code.rawValue)\(number == 0 ? "" : ", errno \(number)"))" }
}
