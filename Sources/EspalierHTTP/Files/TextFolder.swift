import Glibc

/// The text files in one folder that have the same ending, such as all templates or all sources of a demo.
package struct TextFolder: Sendable {
  /// One file.
  package struct File: Sendable {
    /// The name with its ending.
    package let name: String
    /// The text; bytes that are not UTF-8 are replaced.
    package let text: String
  }

  /// The folder's path.
  package let path: String
  private let ending: String

  /// The files whose names end with `ending`, for example `.html`. Hidden files do not count.
  package init(_ path: String, ending: String) {
    self.path = path
    self.ending = ending
  }

  /// The absolute path, to show it to people.
  package var fullPath: String {
    // Safe: getcwd makes a string that is copied before it is freed.
    guard !path.hasPrefix("/"), let here = unsafe getcwd(nil, 0) else { return path }
    defer { unsafe free(here) }
    return unsafe "\(String(cString: here))/\(path)"
  }

  /// Whether the folder exists and can be read.
  package var exists: Bool { unsafe access(path, R_OK | X_OK) == 0 }

  /// All files sorted by name; empty if the folder does not exist.
  package func files() -> [File] {
    names().compactMap { name in
      guard let bytes = (try? RegularFile("\(path)/\(name)"))?.bytes else { return nil }
      return File(name: name, text: String(decoding: bytes, as: UTF8.self))
    }
  }

  /// The names, sizes and times of the files. The value changes whenever a file changes.
  package func stamp() -> [String] {
    names().map { name in
      guard let file = try? RegularFile("\(path)/\(name)") else { return name }
      return "\(name) \(file.size) \(file.modified)"
    }
  }

  private func names() -> [String] {
    // Safe: the directory stream is closed in this scope, and each entry is copied before the next is read.
    guard let directory = unsafe opendir(path) else { return [] }
    defer { unsafe closedir(directory) }
    var names: [String] = []
    while let entry = unsafe readdir(directory) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.hasSuffix(ending), !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }
}
