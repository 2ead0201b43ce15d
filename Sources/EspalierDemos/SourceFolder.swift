import Glibc

/// A folder with source code, which the pages show.
struct SourceFolder {
  /// One file.
  struct File {
    let name: String
    let text: String
  }

  let path: String

  /// Whether the folder exists and can be read.
  var exists: Bool { unsafe access(path, R_OK | X_OK) == 0 }

  /// The Swift files, sorted by name; none if the folder does not exist.
  func files() -> [File] {
    // Safe: the directory is closed in this scope, and each name is copied before the next entry is read.
    guard let folder = unsafe opendir(path) else { return [] }
    defer { unsafe closedir(folder) }
    var names: [String] = []
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.hasSuffix(".swift") { names.append(name) }
    }
    return names.sorted().map { File(name: $0, text: Self.text(of: "\(path)/\($0)")) }
  }

  private static func text(of file: String) -> String {
    // Safe: the file is closed in this scope, and no more bytes are read than the buffer has.
    guard let file = unsafe fopen(file, "r") else { return "" }
    defer { unsafe fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    while case let count = unsafe fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
    return String(decoding: bytes, as: UTF8.self)
  }
}
