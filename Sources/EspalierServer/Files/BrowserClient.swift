/// The browser's modules, built in so that a package that uses this library need not copy them.
enum BrowserClient {
  static let files: [String: [UInt8]] = [:]
}
