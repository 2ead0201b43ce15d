import Glibc

/// Structured lines for people and machines: one line, one write, never interleaved.
public struct Log: Sendable {
  /// Takes whole lines, each with its line end; may be called from any thread.
  public typealias Sink = @Sendable ([UInt8]) -> Void

  /// The quietest level that is written.
  package let threshold: LogLevel
  private let sink: Sink

  /// A log to a sink, standard error where none is given.
  public init(threshold: LogLevel = .info, sink: @escaping Sink = Log.standardError) {
    self.threshold = threshold
    self.sink = sink
  }

  /// A log that writes nothing.
  public static let silent = Log(threshold: .silent)

  /// Whether lines of a level are written; ask before a costly line.
  package func writes(_ level: LogLevel) -> Bool { level >= threshold && level != .silent }

  /// Writes a line; `fields` runs only where the level is written.
  package func write(_ level: LogLevel, _ event: String, _ fields: (inout LogLine) -> Void = { _ in }) {
    guard let line = line(level, event, fields) else { return }
    sink(line)
  }

  /// Passes on lines that were collected.
  func write(lines: [UInt8]) { sink(lines) }

  /// A finished line with its end; nil where the level is not written.
  func line(_ level: LogLevel, _ event: String, _ fields: (inout LogLine) -> Void) -> [UInt8]? {
    guard writes(level) else { return nil }
    var line = LogLine(level, event, at: .now)
    fields(&line)
    return line.bytes + [UInt8(ascii: "\n")]
  }

  /// Queues lines for standard error. Never blocks.
  ///
  /// A thread of its own writes them. When nobody reads standard error, up to 1 MiB waits; lines beyond that are dropped and
  /// counted (`espalier_log_lines_lost_total`). `exit` waits up to half a second for the lines that are queued.
  public static func standardError(_ lines: [UInt8]) { standardErrorWriter.write(lines) }

  /// The process has one standard error, so this is the process' own too.
  static let standardErrorWriter: LogWriter = {
    atexit { Log.standardErrorWriter.flush() }
    return LogWriter(descriptor: STDERR_FILENO)
  }()
}
