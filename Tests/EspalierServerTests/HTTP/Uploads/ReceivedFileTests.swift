import Espalier
import EspalierTestSupport
import Foundation
import Testing

@testable import EspalierHTTP

/// Files that arrive with a form.
struct ReceivedFileTests {
  private static let type = MediaType("multipart/form-data; boundary=b") ?? .form

  private static func body(_ parts: [(disposition: String, content: [UInt8])]) -> [UInt8] {
    parts.flatMap {
      Array("--b\r\nContent-Disposition: form-data; \($0.disposition)\r\n\r\n".utf8) + $0.content + [13, 10]
    }
      + Array("--b--".utf8)
  }

  private static func receive(
    _ body: [UInt8], in folder: String, piece: Int = 8_000, limits: HTTPLimits = HTTPLimits()
  ) throws -> MultipartForm {
    var receiver = FormReceiver(type, in: folder, limits)
    for start in stride(from: 0, to: body.count, by: piece) {
      receiver.take(Array(body[start..<min(body.count, start + piece)]))
    }
    return try receiver.finish()
  }

  @Test func `a file is on disk, without a name, until somebody keeps it`() throws {
    let folder = try TemporaryFolder()
    let content = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    var form: MultipartForm? = try Self.receive(
      Self.body([("name=text", Array("a\r\n".utf8)), ("name=f; filename=a.png", content)]), in: folder.path)
    // Line ends of a text are line feeds; a file stays as it is.
    guard case .text("a\n") = form?.parts.first?.part, case .file(let file) = form?.parts.last?.part else {
      Issue.record("the form has other parts")
      return
    }
    #expect((file.name, file.size) == ("a.png", 100_000))
    #expect(file.content.read(200_000, at: 0) == content)
    #expect(file.content.read(3, at: 99_998) == Array(content.suffix(2)))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    try file.content.name(at: folder.path + "/kept")
    try file.content.name(at: folder.path + "/kept")
    form = nil
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["kept"])
    #expect(FileManager.default.contents(atPath: folder.path + "/kept").map { [UInt8]($0) } == content)
  }

  @Test func `a file that goes to another disk is copied`() throws {
    // /dev/shm is always another file system than the folder.
    let folder = try TemporaryFolder()
    let form = try Self.receive(Self.body([("name=f; filename=a", Array("content".utf8))]), in: "/dev/shm")
    guard case .file(let file) = form.parts.first?.part else {
      Issue.record("there is no file")
      return
    }
    try file.content.name(at: folder.path + "/kept")
    #expect(FileManager.default.contents(atPath: folder.path + "/kept") == Data("content".utf8))
    #expect(throws: TemporaryFile.Failure.self) { try file.content.name(at: folder.path + "/none/kept") }
  }

  @Test func `a field without a chosen file is no file`() throws {
    let form = try Self.receive(Self.body([("name=f; filename=\"\"", [])]), in: "/dev/shm")
    guard case .noFile = form.parts.first?.part else {
      Issue.record("there is a file")
      return
    }
  }

  @Test(arguments: [
    (3, 100, HTTPError.Code.contentTooLarge, LimitName.uploadParts), (2, 10_000, .contentTooLarge, .body),
  ])
  func `a form above a limit is refused`(parts: Int, bytes: Int, code: HTTPError.Code, limit: LimitName) {
    var limits = HTTPLimits()
    (limits.uploadParts, limits.body) = (2, 5_000)
    let part = (disposition: "name=a", content: [UInt8](repeating: 65, count: bytes))
    let error = #expect(throws: HTTPError.self) {
      _ = try Self.receive(Self.body(Array(repeating: part, count: parts)), in: "/dev/shm", limits: limits)
    }
    #expect(error?.code == code)
    #expect(error?.limit == limit)
  }

  @Test func `a folder that does not exist is an error of the server`() {
    let error = #expect(throws: HTTPError.self) {
      _ = try Self.receive(Self.body([("name=f; filename=a", [1])]), in: "/does/not/exist")
    }
    #expect(error?.status == .serviceUnavailable)
  }

  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      String(repeating: "a", count: 1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    ),
  ])
  func `the hash is that of the standard's examples, in any pieces`(text: String, hash: String) {
    for piece in [1_000_000, 63, 64, 100] {
      var hasher = SHA256()
      let bytes = Array(text.utf8)
      for start in stride(from: 0, to: bytes.count, by: piece) {
        hasher.add(Array(bytes[start..<min(bytes.count, start + piece)]))
      }
      #expect(hasher.finish() == hash)
    }
  }
}
