/// How loud a line is; a log drops what is below its threshold.
public enum LogLevel: Int, Sendable, Comparable, CaseIterable {
  /// For whoever works on the server.
  case debug
  /// What happens when all is well.
  case info
  /// What someone should look at.
  case warning
  /// What is broken.
  case error
  /// Above every line: a log with this threshold is silent.
  case silent

  /// The name as it stands in a line.
  public var name: String {
    switch self {
    case .debug: "debug"
    case .info: "info"
    case .warning: "warning"
    case .error: "error"
    case .silent: "silent"
    }
  }

  /// Quiet before loud.
  public static func < (one: LogLevel, other: LogLevel) -> Bool { one.rawValue < other.rawValue }
}
