import EspalierHTTP
import Glibc

/// The file to which a crash appends its record. It is opened at the start, because a crashing process cannot open
/// files.
final class CrashFile: Sendable {
  /// Why the file cannot be used.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The maximum number of bytes to read. A process that crashes all day writes less.
  private static let longest = 1 << 20

  let descriptor: Int32

  /// Opens the file; creates it if it does not exist.
  init(_ path: String) throws(Failure) {
    // Safe: the path lives as long as the call.
    descriptor = unsafe open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      // Safe: the text is copied before the next call that may fail.
      let reason = unsafe String(cString: strerror(errno))
      throw Failure(description: "The server cannot open the file \(path): \(reason)")
    }
  }

  /// All records in the file, oldest first.
  func records() -> [CrashRecord] {
    var bytes = [UInt8](repeating: 0, count: Self.longest)
    // Safe: the buffer has as many bytes as the call may write.
    let count = unsafe pread(descriptor, &bytes, bytes.count, 0)
    let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    return text.split(separator: "\n").compactMap { CrashRecord(line: $0) }
  }

  /// Replaces the content of the file with these records.
  func replace(with records: [CrashRecord]) {
    let text = Array(records.map { $0.line + "\n" }.joined().utf8)
    guard ftruncate(descriptor, 0) == 0, !text.isEmpty else { return }
    // Safe: the buffer is read within the call. A record that cannot be written is forgotten: the page opens sooner.
    _ = unsafe text.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
  }

  deinit { close(descriptor) }
}
