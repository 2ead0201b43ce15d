internal import CMicroHTTPD

extension Daemon {
  /// TLS 1.2 and later, with the library's usual ciphers (GnuTLS, priority strings).
  private static let priorities: StaticString = "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2"

  /// Calls `start` with the options for TLS. They are valid only during the call.
  static func withOptions<Result>(_ tls: TLSTexts?, _ start: ([MHD_OptionItem]) -> Result) -> Result {
    guard let tls else { return unsafe start([]) }
    // Safe: the texts end with a zero, and the daemon reads them while it starts, and never writes to them.
    return unsafe tls.certificate.withUnsafeBytes { certificate in
      unsafe tls.key.withUnsafeBytes { key in
        unsafe start([
          option(.HTTPS_MEM_CERT, 0, UnsafeMutableRawPointer(mutating: certificate.baseAddress)),
          option(.HTTPS_MEM_KEY, 0, UnsafeMutableRawPointer(mutating: key.baseAddress)),
          option(.HTTPS_PRIORITIES, 0, UnsafeMutableRawPointer(mutating: priorities.utf8Start)),
        ])
      }
    }
  }
}
