import EspalierTestSupport
import Testing

@testable import Espalier

/// Files as the data of events.
struct UploadedFileTests {
  private struct Content: UploadedContent {
    let bytes: [UInt8]
    func read(_ count: Int, at position: Int) -> [UInt8] { Array(bytes.dropFirst(position).prefix(count)) }
    func keep(at path: String) {}
  }

  private struct Order: Codable {
    var photo: UploadedFile
    var more: [UploadedFile]
    var other: UploadedFile?
    var text: String
  }

  private static func file(_ name: String, _ bytes: [UInt8] = ImageSizeTests.png, hash: String = "a") -> UploadedFile {
    UploadedFile(name: name, size: bytes.count, hash: hash, content: Content(bytes: bytes))
  }

  private static let event = Event<Order>("order").takingFiles(FileKind.images, upTo: 100)

  @Test func `a file, several files and an optional file are properties of the data`() throws {
    var files = UploadedFiles()
    let (one, two) = (files.add(Self.file("one"), field: "photo"), files.add(Self.file("two"), field: "more"))
    let data: JSON = ["photo": one, "more": two, "text": "t"]
    let payload = try Self.event.name.payload(from: data, fromForm: true, references: files.byReference)
    let order = try #require(payload as? Order)
    #expect((order.photo.name, order.more.map(\.name), order.other?.name, order.text) == ("one", ["two"], nil, "t"))
    #expect(order.photo.imageSize == ImageSize(width: 640, height: 480))
    #expect(order.photo.bytes() == ImageSizeTests.png)
  }

  @Test(
    arguments: [
      ["photo": "0-a", "more": [], "text": ""], ["photo": ["~reference": "9-z"], "more": [], "text": ""],
      ["photo": ["name": "a", "size": 1, "hash": "b"], "more": [], "text": ""], ["more": [], "text": ""],
    ] as [JSON])
  func `data without the form's files has none`(data: JSON) {
    let error = #expect(throws: PayloadError.self) {
      var files = UploadedFiles()
      _ = files.add(Self.file("one"), field: "x")
      _ = try Self.event.name.payload(from: data, fromForm: false, references: files.byReference)
    }
    #expect(error?.field == "data.photo")
  }

  @Test func `the reference to a file is the same if the same form is sent again, and differs for other content`() {
    func data(_ hash: String) -> JSON {
      var files = UploadedFiles()
      return files.add(Self.file("one", hash: hash), field: "photo")
    }
    #expect(data("a") == data("a"))
    #expect(data("a") != data("b"))
  }

  @Test func `an event takes only files of its kinds and up to its size`() {
    func refusal(_ bytes: [UInt8], _ rule: FileRule?) -> FileRefusal? {
      var files = UploadedFiles()
      _ = files.add(Self.file("x", bytes), field: "photo")
      return files.refusal(by: rule)
    }
    let rule = Self.event.name.files
    #expect(refusal(ImageSizeTests.png, rule) == nil)
    #expect(refusal(ImageSizeTests.png + [UInt8](repeating: 0, count: 100), rule)?.reason == .tooLarge(most: 100))
    let kinds: [FileKind] = [.png, .jpeg, .gif, .webp, .avif]
    #expect(refusal(Array("text".utf8), rule) == FileRefusal(field: "photo", reason: .kind(accepted: kinds)))
    #expect(refusal([0], rule)?.reason == .kind(accepted: kinds))
    #expect(refusal(ImageSizeTests.png, nil)?.reason == .noFiles)
    #expect(UploadedFiles().refusal(by: nil) == nil)
  }

  @Test func `the form of such an event sends files`() throws {
    let html: HTML = "<form \(Self.event)></form>"
    #expect(
      String(decoding: html.bytes, as: UTF8.self).contains(
        "<form enctype=\"multipart/form-data\" method=\"post\" action="))
    let plain: HTML = "<form \(Event<Order>("order"))></form>"
    #expect(!String(decoding: plain.bytes, as: UTF8.self).contains("enctype"))
  }

  @Test func `a file's JSON describes it without its content`() throws {
    let json = try JSON(encoding: Self.file("one.png", hash: "ab"))
    #expect(json == ["name": "one.png", "size": 24, "kind": "png", "hash": "ab"])
  }
}
