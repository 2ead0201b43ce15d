import EspalierHTTP
import Glibc

/// The file to which a crash appends its record: opened at the start, because a crashing process can open nothing.
final class CrashFile: Sendable {
  /// Why the file cannot be used.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// So many bytes of it are read at most; a process that crashes all day writes less.
  private static let longest = 1 << 20

  let descriptor: Int32

  /// Opens the file, which is made if it is not there.
  init(_ path: String) throws(Failure) {
    // Safe: the path lives as long as the call.
    descriptor = unsafe open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      // Safe: the text is copied before the next call that may fail.
      let reason = unsafe String(cString: strerror(errno))
      throw Failure(description: "\(path) cannot be opened: \(reason)")
    }
  }

  /// All records in it, the oldest first.
  func records() -> [CrashRecord] {
    var bytes = [UInt8](repeating: 0, count: Self.longest)
    // Safe: the buffer has as many bytes as the call may write.
    let count = unsafe pread(descriptor, &bytes, bytes.count, 0)
    let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    return text.split(separator: "\n").compactMap { CrashRecord(line: $0) }
  }

  /// Leaves only these records in it.
  func replace(with records: [CrashRecord]) {
    let text = Array(records.map { $0.line + "\n" }.joined().utf8)
    guard ftruncate(descriptor, 0) == 0, !text.isEmpty else { return }
    // Safe: the buffer is read within the call. A record that cannot be written is forgotten: the page opens sooner.
    _ = unsafe text.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
  }

  deinit { close(descriptor) }
}
