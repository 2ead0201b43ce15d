import Glibc

/// A file without a name, which the system deletes when this object is released, and also when the process is killed.
package final class TemporaryFile: Sendable {
  private let descriptor: Int32

  /// Makes an empty file in a folder, which decides on which disk it is. Throws `unavailable`.
  package init(in folder: String) throws(HTTPError) {
    // Safe: the calls only read the path.
    var file = unsafe open(folder, Self.nameless | O_RDWR | O_CLOEXEC, 0o600)
    if file < 0, errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL {
      // The file system cannot make files without a name.
      let path = "\(folder)/espalier-\(UInt64.random(in: 0 ... .max))"
      file = unsafe open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
      if file >= 0 { unsafe unlink(path) }
    }
    guard file >= 0 else {
      if errno == EMFILE || errno == ENFILE { throw .noDescriptor }
      throw HTTPError(.unavailable, "The server cannot store files now; try again later.", underlying: Failure(errno))
    }
    descriptor = file
  }

  deinit { close(descriptor) }

  /// `O_TMPFILE` of open(2), which Swift does not see, because the header combines it from two others.
  private static let nameless = 0o20_000_000 | O_DIRECTORY

  /// Why a call of the system failed.
  package struct Failure: Error, CustomStringConvertible {
    let number: Int32
    init(_ number: Int32) { self.number = number }
    /// The system's words.
    // Safe: strerror returns a constant or a buffer of this thread, which is copied.
    package var description: String { unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)" }
  }

  /// Appends bytes. Throws `unavailable` if the disk is full.
  func write(_ bytes: [UInt8]) throws(HTTPError) {
    do { try Self.write(bytes, to: descriptor) } catch {
      throw HTTPError(.unavailable, "The server cannot store the file now; try again later.", underlying: error)
        .crossing(.uploadReserve)
    }
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) throws(Failure) {
    var start = 0
    while start < bytes.count {
      // Safe: the buffer is read within the call, from `start` to its end.
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe Glibc.write(descriptor, buffer.baseAddress.map { unsafe $0 + start }, buffer.count - start)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Failure(errno) }
      start += count
    }
  }

  /// Up to `count` bytes from a position; fewer only at the end of the file.
  package func read(_ count: Int, at position: Int) -> [UInt8] {
    // Safe: each read gets the rest of a buffer of `count` bytes, and only what was read is counted.
    unsafe [UInt8](unsafeUninitializedCapacity: max(0, count)) { buffer, filled in
      while filled < count {
        let got = unsafe pread(
          descriptor, buffer.baseAddress.map { unsafe $0 + filled }, count - filled, position + filled)
        if got < 0, errno == EINTR { continue }
        guard got > 0 else { break }
        filled += got
      }
    }
  }

  /// Gives the content a path, where it stays. A file that is already there is replaced in one step.
  package func name(at path: String) throws(Failure) {
    let part = "\(path).\(UInt64.random(in: 0 ... .max)).part"
    do throws(Failure) {
      try link(part)
      // Safe: the calls only read the paths.
      guard unsafe rename(part, path) == 0 else { throw Failure(errno) }
      // If both are names of one file, `rename` leaves both (rename(2)).
      unsafe unlink(part)
    } catch {
      unsafe unlink(part)
      throw error
    }
  }

  /// Names the file itself, or a copy if it is on another disk or cannot get a name.
  private func link(_ path: String) throws(Failure) {
    // Safe: the calls only read the paths.
    let own = "/proc/self/fd/\(descriptor)"
    if unsafe linkat(AT_FDCWD, own, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0 { return }
    let copy = unsafe open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
    guard copy >= 0 else { throw Failure(errno) }
    defer { close(copy) }
    var position = 0
    while true {
      let bytes = read(256 << 10, at: position)
      if bytes.isEmpty { return }
      try Self.write(bytes, to: copy)
      position += bytes.count
    }
  }

  /// Bytes that are free on the disk of a folder for programs without special rights; nil if that is unknown.
  static func freeBytes(in folder: String) -> Int? {
    var facts = statvfs()
    // Safe: fills the local.
    guard unsafe statvfs(folder, &facts) == 0 else { return nil }
    let (bytes, overflow) = Int(clamping: facts.f_bavail).multipliedReportingOverflow(by: Int(clamping: facts.f_frsize))
    return overflow ? .max : bytes
  }
}
