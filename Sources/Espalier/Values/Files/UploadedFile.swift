/// A file that a viewer sent with a form. An event declares it in the type of its data:
///
/// ```swift
/// struct NewPicture: Codable {
///   var picture: UploadedFile
///   var caption: String
/// }
/// static let add = Event<NewPicture>("add").takingFiles(FileKind.images, upTo: 10 << 20)
/// var html: HTML { "<form \(Self.add)><input type=\"file\" name=\"picture\">…" }
/// ```
///
/// The file is on the server's disk, without a name. It is deleted when the last copy of this value is released, also
/// if the process is killed. So a handler reads it, or gives it a path with `keep(at:)`. A copy that stays in a model
/// holds one descriptor of the process.
public struct UploadedFile: Codable, Sendable {
  /// The file's name on the viewer's machine, for people to read.
  ///
  /// It is safe to show and to give to a file: no folders, no dots or spaces at either end, no controls, marks of
  /// direction or other characters that nobody sees, no name that Windows reserves, at most 255 bytes. `file` if nothing
  /// is left. Two viewers may send one name, so `keep(in:)` makes a name from the content.
  public let name: String
  /// The size in bytes.
  public let size: Int
  /// What it contains, by its first bytes; nil for a kind that the server does not know.
  public let kind: FileKind?
  /// The SHA-256 of the content, in 64 hexadecimal digits. It can name the file: equal names mean equal content.
  public let hash: String
  /// The size in pixels that an image's header declares; nil if the file is no image, or its header is broken. The
  /// server does not decode images, so the rest of the file may be broken too.
  public let imageSize: ImageSize?
  private let content: any UploadedContent

  /// A file with this content. It looks at the first bytes.
  package init(name: String, size: Int, hash: String, content: some UploadedContent) {
    (self.name, self.size, self.hash, self.content) = (name, size, hash, content)
    let kind = FileKind(beginning: content.read(FileKind.deciding, at: 0))
    self.kind = kind
    imageSize = kind.flatMap { ImageSize(of: $0) { content.read($0, at: $1) } }
  }

  /// The whole content. Reads the file.
  public func bytes() -> [UInt8] { content.read(size, at: 0) }

  /// Gives the file a path, where it stays. Replaces a file that is already there, in one step. Throws an error of the
  /// system, for example if there is no such folder or the disk is full.
  public func keep(at path: String) throws { try content.keep(at: path) }

  /// Keeps the file in a folder, under a name made of its kind and its hash, such as `png-2c26….png`. Returns the name.
  ///
  /// Serve the folder with `Files`: browsers may then keep the file for ever, because another content has another name.
  /// A kind that the server does not know gets the ending `bin`, so that no browser shows it. Equal files are one file;
  /// think of that before you delete one.
  public func keep(in folder: String) throws -> String {
    let ending = kind?.ending ?? "bin"
    let name = "\(ending)-\(hash).\(ending)"
    try keep(at: "\(folder)/\(name)")
    return name
  }

  private enum CodingKeys: CodingKey { case name, size, kind, hash }

  /// Writes a description, not the content.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encode(size, forKey: .size)
    try container.encode(kind, forKey: .kind)
    try container.encode(hash, forKey: .hash)
  }

  /// Throws: a file comes only with a form, whose data has it already.
  public init(from decoder: any Decoder) throws {
    // A schema describes it as a text.
    _ = try? decoder.singleValueContainer().decode(String.self)
    throw DecodingError.dataCorrupted(
      DecodingError.Context(codingPath: decoder.codingPath, debugDescription: Self.expectation))
  }

  /// What the error of other data says.
  package static let expectation = "must be a file; send the form as multipart/form-data"
}

/// Where the content of an uploaded file is.
package protocol UploadedContent: Sendable {
  /// Up to `count` bytes from a position; fewer only at the end.
  func read(_ count: Int, at position: Int) -> [UInt8]
  /// Gives the content a path.
  func keep(at path: String) throws
}
