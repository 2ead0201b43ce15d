import EspalierText

/// Receives the body of a form with files: writes the files to disk while they arrive, and keeps the texts.
///
/// After the first error it deletes what it has, and ignores the rest of the body. So the client can send all of its
/// body, and then reads the error. A browser shows no error that arrives while it sends.
struct FormReceiver {
  private enum Open {
    case text(name: String, [UInt8])
    case file(name: String, ReceivedName, TemporaryFile, SHA256, size: Int)
    case noFile(name: String)
  }
  private struct ReceivedName { let text: String }

  private let folder: String
  private let limits: HTTPLimits
  private var parser: MultipartParser?
  private var open: Open?
  private var parts: [(name: String, part: MultipartForm.Part)] = []
  private var textBytes = 0
  private var error: HTTPError?

  /// A receiver that puts files on the disk of `folder`.
  init(_ type: MediaType, in folder: String, _ limits: HTTPLimits) {
    (self.folder, self.limits) = (folder, limits)
    do { parser = try MultipartParser(type) } catch { self.error = error }
  }

  /// A receiver that ignores the body.
  init(refusing error: HTTPError) {
    (folder, limits, self.error) = ("", HTTPLimits(), error)
  }

  /// Takes the next bytes of the body.
  mutating func take(_ bytes: [UInt8]) {
    guard error == nil, var parser = parser.take() else { return }
    do {
      try parser.take(bytes) { (event) throws(HTTPError) in try take(event) }
      self.parser = parser
    } catch {
      self.error = error
      (open, parts) = (nil, [])
    }
  }

  /// The form, once the body has ended.
  consuming func finish() throws(HTTPError) -> MultipartForm {
    if let error { throw error }
    guard parser?.isComplete == true else {
      throw HTTPError(.badForm, "The form ends before its last boundary.")
    }
    return MultipartForm(parts: parts)
  }

  private mutating func take(_ event: MultipartParser.Event) throws(HTTPError) {
    switch event {
    case .begin(let head): try begin(head)
    case .content(let bytes): try add(bytes)
    case .end: try end()
    }
  }

  private mutating func begin(_ head: MultipartHead) throws(HTTPError) {
    guard parts.count < limits.uploadParts else {
      throw HTTPError(.contentTooLarge, "A form with files may have at most \(limits.uploadParts) parts.")
        .crossing(.uploadParts)
    }
    textBytes += head.name.utf8.count
    switch head.fileName {
    case nil: open = .text(name: head.name, [])
    case "": open = .noFile(name: head.name)
    case .some(let name):
      open = .file(name: head.name, ReceivedName(text: name), try TemporaryFile(in: folder), SHA256(), size: 0)
    }
  }

  private mutating func add(_ bytes: [UInt8]) throws(HTTPError) {
    switch open.take() {
    case .text(let name, var text):
      textBytes += bytes.count
      guard textBytes <= limits.body else {
        throw HTTPError(
          .contentTooLarge, "The texts of the form are larger than \(limits.body) bytes.", field: name.shown
        ).crossing(.body)
      }
      text.append(contentsOf: bytes)
      open = .text(name: name, text)
    case .file(let name, let shown, let file, var hash, let size):
      try file.write(bytes)
      hash.add(bytes)
      open = .file(name: name, shown, file, hash, size: size + bytes.count)
    case .noFile(let name):
      // A program that does not know the file's name still sends a file.
      open = .file(name: name, ReceivedName(text: "file"), try TemporaryFile(in: folder), SHA256(), size: 0)
      try add(bytes)
    case nil: break
    }
  }

  private mutating func end() throws(HTTPError) {
    switch open.take() {
    case .text(let name, let bytes):
      guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0), text.isStreamSafe else {
        throw HTTPError(.badForm, "The form field \"\(name.shown)\" is not a text in UTF-8.", field: name.shown)
      }
      parts.append((name.withLineFeeds, .text(text.withLineFeeds)))
    case .file(let name, let shown, let file, let hash, let size):
      parts.append((name, .file(ReceivedFile(name: shown.text, size: size, hash: hash.finish(), content: file))))
    case .noFile(let name): parts.append((name, .noFile))
    case nil: break
    }
  }
}
