import Glibc

/// Writes structured lines for people and machines. Each line is written as a whole, so lines never mix.
public struct Log: Sendable {
  /// The lowest level that is written.
  package let threshold: LogLevel
  private let sink: @Sendable ([UInt8]) -> Void

  /// A log that writes to a sink, by default to standard error. The sink gets whole lines, each with its line end. Any
  /// thread may call it.
  public init(threshold: LogLevel = .info, sink: @escaping @Sendable ([UInt8]) -> Void = Log.standardError) {
    self.threshold = threshold
    self.sink = sink
  }

  /// A log that writes nothing.
  public static let silent = Log(threshold: .silent)

  /// The same log without the lines below a level.
  package func from(_ level: LogLevel) -> Log { Log(threshold: max(threshold, level), sink: sink) }

  /// Whether the log writes lines of a level. Ask before you build a costly line.
  package func writes(_ level: LogLevel) -> Bool { level >= threshold && level != .silent }

  /// Writes a line. `fields` runs only if the log writes the level.
  package func write(_ level: LogLevel, _ event: String, _ fields: (inout LogLine) -> Void = { _ in }) {
    guard let line = line(level, event, fields) else { return }
    sink(line)
  }

  /// Writes lines that were collected.
  func write(lines: [UInt8]) { sink(lines) }

  /// A finished line with its end; nil if the log does not write the level.
  func line(_ level: LogLevel, _ event: String, _ fields: (inout LogLine) -> Void) -> [UInt8]? {
    guard writes(level) else { return nil }
    var line = LogLine(level, event, at: .now)
    fields(&line)
    return line.bytes + [UInt8(ascii: "\n")]
  }

  /// Queues lines for standard error. Never blocks.
  ///
  /// A separate thread writes them. If nobody reads standard error, up to 1 MiB waits; further lines are dropped and
  /// counted (`espalier_log_lines_lost_total`). `exit` waits up to half a second for the queued lines.
  @usableFromInline package static func standardError(_ lines: [UInt8]) { standardErrorWriter.write(lines) }

  /// A process has one standard error, so it also has one writer.
  static let standardErrorWriter: LogWriter = {
    atexit { Log.standardErrorWriter.flush() }
    return LogWriter(descriptor: STDERR_FILENO)
  }()
}
