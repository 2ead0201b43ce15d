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

  private static func check(_ isDone: Bool) throws {
    if !isDone { throw SystemError(number: errno) }
  }

  private struct SystemError: Error { let number: Int32 }

  deinit { _ = unsafe system("rm -rf '\(path)'") }
}
