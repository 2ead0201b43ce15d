import Glibc

/// A folder for one test, removed with this object.
package final class TemporaryFolder: Sendable {
  package let path: String

  package init() throws {
    path = "/tmp/espalier-files-\(getpid())-\(UInt64.random(in: 0..<(1 << 40)))"
    // Safe: the call only reads the path.
    try Self.check(unsafe mkdir(path, 0o755) == 0)
  }

  package func link(_ name: String, to target: String) throws {
    try Self.check(unsafe symlink(target, path + "/" + name) == 0)
  }

  package func makeFolder(_ name: String) throws { try Self.check(unsafe mkdir(path + "/" + name, 0o755) == 0) }

  package func makePipe(_ name: String) throws { try Self.check(unsafe mkfifo(path + "/" + name, 0o644) == 0) }

  package func write(_ name: String, _ text: String) throws {
    // Safe: the handle is closed before the function returns.
    let file = unsafe fopen(path + "/" + name, "w")
    try Self.check(unsafe file != nil)
    unsafe fputs(text, file)
    unsafe fclose(file)
  }

  /// Runs a line of shell in the folder. Throws if it fails. Its `sqlite3` waits until nothing else uses the file.
  package func run(_ line: String) throws {
    let patient = "sqlite3() { command sqlite3 -cmd '.timeout 30000' \"$@\"; }"
    // Safe: the call only reads the text.
    let status = unsafe system("cd '\(path)' && \(patient) && \(line)")
    if status != 0 { throw FailedLine(line: line, status: status) }
  }

  private struct FailedLine: Error { let line: String, status: Int32 }

  private static func check(_ isDone: Bool) throws {
    if !isDone { throw SystemError(number: errno) }
  }

  private struct SystemError: Error { let number: Int32 }

  deinit { _ = unsafe system("rm -rf '\(path)'") }
}
