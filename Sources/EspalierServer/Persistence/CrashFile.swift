import EspalierHTTP
import Glibc

/// Keeps which pages were being made, and which events handled, when a server ended.
package protocol CrashKeeper: Sendable {
  /// Adds records, all or none.
  func add(_ records: [CrashRecord], _ reply: @escaping StoreReply<Void>)

  /// All records that may still count, oldest first.
  func records(_ reply: @escaping StoreReply<[CrashRecord]>)

  /// Deletes the records of an instance that was made without a fault.
  func forget(made owner: PersistedInstance.Owner)
}

/// The file that lists what ended the server.
struct CrashFile: CrashKeeper {
  /// Why the file cannot be used.
  struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ path: String, _ code: Int32) {
      // Safe: the text is copied before the next call that may fail.
      description = "The server cannot open the file \(path): \(unsafe String(cString: strerror(code)))"
    }
  }

  /// The maximum number of bytes to read.
  private static let longest = 1 << 20

  let path: String

  init(_ path: String) { self.path = path }

  /// The content; empty if there is no file.
  func bytes() -> [UInt8] {
    // Safe: the path lives as long as the call, and the buffer has as many bytes as the call may write.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    // In a folder for temporary files somebody else may have made it.
    var facts = stat()
    // Safe: fills the local.
    guard unsafe fstat(descriptor, &facts) == 0, facts.st_uid == geteuid(), facts.st_mode & S_IFMT == S_IFREG else {
      return []
    }
    var bytes = [UInt8](repeating: 0, count: Self.longest)
    let count = unsafe read(descriptor, &bytes, bytes.count)
    return Array(bytes.prefix(max(0, count)))
  }

  /// All records in the file, oldest first.
  func records() -> [CrashRecord] {
    String(decoding: bytes(), as: UTF8.self).split(separator: "\n").compactMap { CrashRecord(line: $0) }
  }

  func add(_ records: [CrashRecord], _ reply: @escaping StoreReply<Void>) {
    let before = self.records()
    let all = CrashPolicy().remembered(before, at: Int(Timestamp.now.milliseconds / 1000)) + records
    if all != before { replace(with: all) }
    reply(.success(()))
  }

  func records(_ reply: @escaping StoreReply<[CrashRecord]>) { reply(.success(records())) }

  func forget(made owner: PersistedInstance.Owner) {
    replace(with: records().filter { $0.owner != owner || $0.event != nil })
  }

  /// Replaces the content of the file with these records. A record that cannot be written is forgotten: the page opens
  /// sooner.
  func replace(with records: [CrashRecord]) {
    let text = Array(records.map { $0.line + "\n" }.joined().utf8)
    // Safe: the path and the buffer live as long as the calls.
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return }
    _ = unsafe text.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
    close(descriptor)
  }
}

/// One end of the server while an instance of a page was made or handled an event, as a line of the crash file: seconds since
/// 1970, page, browser and tab, separated by tabs, and the event's id if there is one.
package struct CrashRecord: Hashable, Sendable {
  /// When the server started again, in seconds since 1970.
  package let time: Int
  /// The instance.
  package let owner: PersistedInstance.Owner
  /// The id of the event that the instance handled; nil if it was made.
  package let event: String?

  package init(time: Int, owner: PersistedInstance.Owner, event: String? = nil) {
    (self.time, self.owner, self.event) = (time, owner, event)
  }

  /// Parses a line; nil if it is incomplete, as the last line may be.
  init?(line: Substring) {
    let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 4 || (parts.count == 5 && !parts[4].isEmpty), let time = Int(parts[0]), !parts[1].isEmpty
    else {
      return nil
    }
    func named(_ text: String) -> String? { text.isEmpty ? nil : text }
    self.init(
      time: time, owner: PersistedInstance.Owner(page: parts[1], browser: named(parts[2]), tab: named(parts[3])),
      event: parts.count > 4 ? parts[4] : nil)
  }

  /// The line, without its end.
  var line: String {
    let texts = [owner.page, owner.browser ?? "", owner.tab ?? ""] + [event].compactMap(\.self)
    return "\(time)\t" + texts.map { String($0.map { $0.isNewline || $0 == "\t" ? "?" : $0 }) }.joined(separator: "\t")
  }
}
