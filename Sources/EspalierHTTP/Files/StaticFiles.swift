import EspalierLocks

/// Serves files from folders and from memory by their path. The first one that has the path answers, folders before
/// memory.
///
/// Each request looks up its file in the folders, so an edit shows at once. The file is read again only if its time or
/// size changed. Hidden files, copies that editors leave, links that leave their folder, and files above the limit count
/// as missing.
package final class StaticFiles: Sendable {
  private let folders: [String]
  /// Whether one of the folders does not exist.
  package let lacksFolder: Bool
  private let memory: [String: StaticFile]
  private let cache = Lock(FileCache())
  private let sizeLimit: Int
  private let tooLarge: @Sendable () -> Void

  /// Serves folders, in order, and files from memory by their path without the leading slash.
  /// Ignores a folder that does not exist.
  package convenience init(
    folders: [String] = [], memory: [String: [UInt8]] = [:], sizeLimit: Int = 64 << 20
  ) {
    self.init(folders: folders, memory: StaticFile.byPath(memory), sizeLimit: sizeLimit, tooLarge: {})
  }

  /// The same. Calls `tooLarge` for each request for a file above the limit.
  package init(
    folders: [String], memory: [String: StaticFile], sizeLimit: Int, tooLarge: @escaping @Sendable () -> Void
  ) {
    self.folders = folders.compactMap { RegularFile.resolved($0) }
    lacksFolder = self.folders.count < folders.count
    self.memory = memory
    self.sizeLimit = sizeLimit
    self.tooLarge = tooLarge
  }

  /// Answers GET and HEAD for the file at the request's path: 200, 206, 304, 412 or 416, or 405 for another method; nil
  /// if there is no file.
  package func response(to request: Request) -> Response? { response(to: request, at: request.segments) }

  /// The same for a path below the one the files are mounted at.
  package func response(to request: Request, at segments: [String]) -> Response? {
    do { return try file(for: request, at: segments) } catch { return .problem(error, for: request) }
  }

  /// The same, but throws the errors that the other two methods turn into problems.
  package func file(for request: Request, at segments: [String]) throws(HTTPError) -> Response? {
    try find(segments)?.response(to: request)
  }

  /// The version of the file at a path without the leading slash, for links to it; nil if there is no such file.
  package func version(of path: String) -> String? {
    (try? find(path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)))??.tag.value
  }

  private func find(_ segments: [String]) throws(HTTPError) -> StaticFile? {
    guard !segments.isEmpty, segments.allSatisfy(Self.isPlain) else { return nil }
    let name = segments.joined(separator: "/")
    for folder in folders {
      if let file = try read(name, in: folder) { return file }
    }
    return memory[name]
  }

  /// A part must not be empty, hidden, a dot segment or an editor's copy, and must not contain a separator.
  private static func isPlain(_ segment: String) -> Bool {
    !segment.isEmpty && !segment.hasPrefix(".") && !isCopy(segment)
      && !segment.utf8.contains { $0 == 0 || "/\\".utf8.contains($0) }
  }

  /// Whether the name is one that editors and tools give to the older version of a file. It may hold what was removed.
  private static func isCopy(_ name: String) -> Bool {
    name.hasSuffix("~") || name.suffix(4).equalsIgnoringCase(".bak") || name.suffix(5).equalsIgnoringCase(".orig")
  }

  private func read(_ name: String, in folder: String) throws(HTTPError) -> StaticFile? {
    guard let path = RegularFile.resolved(folder + "/" + name), path.hasPrefix(folder == "/" ? "/" : folder + "/")
    else { return nil }
    let file: RegularFile
    do {
      file = try RegularFile(path)
    } catch {
      switch error {
      case .missing: return nil
      case .noDescriptor: throw .noDescriptor
      }
    }
    guard file.size <= sizeLimit else {
      tooLarge()
      return nil
    }
    if file.size > Self.mostRead { return StaticFile(name: name, file) }
    let (size, modified) = (file.size, file.modified)
    if let served = cache.withLock({ $0.find(path, size: size, modified: modified) }) { return served }
    guard let bytes = file.bytes else { return nil }
    let served = StaticFile(name: name, bytes: bytes, modified: file.date)
    cache.withLock { $0.keep(served, path, size: size, modified: modified) }
    return served
  }

  /// Bytes of the largest file that is read into the cache. A larger file is read while it is sent.
  private static let mostRead = 1 << 20
}

/// A cache of files up to a total number of bytes. When it is full, it drops all entries.
struct FileCache {
  private struct Entry {
    let served: StaticFile
    let size: Int
    let modified: Int64
  }

  private static let capacity = 64 << 20
  private var entries: [String: Entry] = [:]
  private var held = 0

  func find(_ path: String, size: Int, modified: Int64) -> StaticFile? {
    guard let entry = entries[path], entry.size == size, entry.modified == modified else { return nil }
    return entry.served
  }

  mutating func keep(_ served: StaticFile, _ path: String, size: Int, modified: Int64) {
    held -= entries.removeValue(forKey: path)?.size ?? 0
    guard size <= Self.capacity / 4 else { return }
    if held + size > Self.capacity { (entries, held) = ([:], 0) }
    entries[path] = Entry(served: served, size: size, modified: modified)
    held += size
  }
}
