import EspalierLocks

/// Files from folders and from memory, by path; the first that has the path answers, folders before memory.
///
/// A folder's file is looked up at each request, so that an edit shows at once, and read again only when its time or size changed.
/// Hidden files, links that leave their folder, and files above the limit are as if they were not there.
public final class StaticFiles: Sendable {
  private let folders: [String]
  private let memory: [String: Served]
  private let cache = Lock(FileCache())
  private let sizeLimit: Int
  private let tooLarge: @Sendable () -> Void

  /// Serves folders, in order, and files from memory by their path without the leading slash.
  /// A folder that does not exist is passed over.
  public convenience init(
    folders: [String] = [], memory: [String: [UInt8]] = [:], sizeLimit: Int = 64 << 20
  ) {
    self.init(folders: folders, memory: Served.byPath(memory), sizeLimit: sizeLimit, tooLarge: {})
  }

  /// The same; `tooLarge` hears of each request for a file above the limit.
  package init(
    folders: [String], memory: [String: Served], sizeLimit: Int, tooLarge: @escaping @Sendable () -> Void
  ) {
    self.folders = folders.compactMap { RegularFile.resolved($0) }
    self.memory = memory
    self.sizeLimit = sizeLimit
    self.tooLarge = tooLarge
  }

  /// Answers GET and HEAD for the file at the request's path: 200, 304, or 405 for another method; nil where there is no file.
  public func response(to request: Request) -> Response? { response(to: request, at: request.segments) }

  /// The same for a path below the one the files are mounted at.
  public func response(to request: Request, at segments: [String]) -> Response? {
    do { return try file(for: request, at: segments) } catch { return .problem(error, for: request) }
  }

  /// The same; throws what the other two answer with a problem.
  package func file(for request: Request, at segments: [String]) throws(HTTPError) -> Response? {
    guard let file = try find(segments) else { return nil }
    guard request.method == .get || request.method == .head else {
      throw HTTPError(.methodNotAllowed, "A file can only be read.", allow: [.get, .head])
    }
    let headers: Headers = [.etag: file.tag.description, .cacheControl: file.cacheControl]
    if request.alreadyHas(file.tag) { return Response(.notModified, headers: headers) }
    var response = Response(.ok, headers: headers, body: file.body)
    response.headers[.contentType] = file.type.description
    return response
  }

  private func find(_ segments: [String]) throws(HTTPError) -> Served? {
    guard !segments.isEmpty, segments.allSatisfy(Self.isPlain) else { return nil }
    let name = segments.joined(separator: "/")
    for folder in folders {
      if let file = try read(name, in: folder) { return file }
    }
    return memory[name]
  }

  /// No part may be empty, hidden, a dot segment, or hold a separator.
  private static func isPlain(_ segment: String) -> Bool {
    !segment.isEmpty && !segment.hasPrefix(".") && !segment.utf8.contains { $0 == 0 || "/\\".utf8.contains($0) }
  }

  private func read(_ name: String, in folder: String) throws(HTTPError) -> Served? {
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
    if file.size > Self.mostRead { return Served(name: name, file) }
    let (size, modified) = (file.size, file.modified)
    if let served = cache.withLock({ $0.find(path, size: size, modified: modified) }) { return served }
    guard let bytes = file.bytes else { return nil }
    let served = Served(name: name, bytes: bytes)
    cache.withLock { $0.keep(served, path, size: size, modified: modified) }
    return served
  }

  /// Bytes of the largest file that is read and remembered; a larger one is read as it is sent.
  private static let mostRead = 1 << 20
}

/// A file as it is served.
package struct Served: Sendable {
  let body: Response.Body
  let type: MediaType
  let tag: EntityTag
  let cacheControl: String

  init(name: String, bytes: [UInt8]) {
    self.init(name: name, body: .bytes(bytes), tag: Fingerprint.of(bytes))
  }

  /// A large file: its time and size tell its versions apart, so it need not be read.
  init(name: String, _ file: RegularFile) {
    let tag = "\(String(file.modified, radix: 16))-\(String(file.size, radix: 16))"
    self.init(name: name, body: .file(file.open), tag: tag)
  }

  private init(name: String, body: Response.Body, tag: String) {
    self.body = body
    type = .ofFile(named: name)
    self.tag = EntityTag(tag)
    // A name that carries its content's fingerprint never means other bytes (RFC 8246).
    cacheControl = Self.isFingerprinted(name) ? "public, max-age=31536000, immutable" : "no-cache"
  }

  package static func byPath(_ files: [String: [UInt8]]) -> [String: Served] {
    Dictionary(uniqueKeysWithValues: files.map { ($0.key, Served(name: $0.key, bytes: $0.value)) })
  }

  /// `app.0a1b2c3d.js` or `app-0a1b2c3d.js`: eight or more hexadecimal digits, both figures and letters, before the extension
  /// (a date has no letters).
  static func isFingerprinted(_ name: String) -> Bool {
    let file = name.split(separator: "/").last ?? ""
    let parts = file.split(whereSeparator: { $0 == "." || $0 == "-" })
    guard parts.count >= 3 else { return false }
    let mark = parts[parts.count - 2].utf8
    return mark.count >= 8 && mark.allSatisfy { $0.hexadecimalValue != nil } && mark.contains(where: \.isDigit)
      && !mark.allSatisfy(\.isDigit)
  }
}

/// Files that were read, up to a number of bytes; when it is full it starts anew.
struct FileCache {
  private struct Entry {
    let served: Served
    let size: Int
    let modified: Int64
  }

  private static let capacity = 64 << 20
  private var entries: [String: Entry] = [:]
  private var held = 0

  func find(_ path: String, size: Int, modified: Int64) -> Served? {
    guard let entry = entries[path], entry.size == size, entry.modified == modified else { return nil }
    return entry.served
  }

  mutating func keep(_ served: Served, _ path: String, size: Int, modified: Int64) {
    held -= entries.removeValue(forKey: path)?.size ?? 0
    guard size <= Self.capacity / 4 else { return }
    if held + size > Self.capacity { (entries, held) = ([:], 0) }
    entries[path] = Entry(served: served, size: size, modified: modified)
    held += size
  }
}
