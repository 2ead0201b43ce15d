/// The importance of a line, in order: `debug` is the lowest level. A log drops lines below its threshold.
public enum LogLevel: Sendable, Comparable, CaseIterable {
  /// For developers of the server.
  case debug
  /// Normal operation.
  case info
  /// An operator should look at it.
  case warning
  /// Something is broken.
  case error
  /// No line has this level: a log with this threshold writes nothing.
  case silent

  /// The name as written in a line.
  package var name: String {
    switch self {
    case .debug: "debug"
    case .info: "info"
    case .warning: "warning"
    case .error: "error"
    case .silent: "silent"
    }
  }
}
