import Espalier
import EspalierServer
import EspalierSQLite

/// The address of a person's photo. It has the hash of the photo, so that browsers can keep it.
struct PortraitURL: SiteURL {
  static let path = "/people/{person}/{name}"
  var person: Int
  var name: String
}

/// A person's photo in a square of a fixed size, or the initials.
struct Portrait: Codable, Hashable, Sendable {
  let person: Int
  /// The name of the photo; nil if there is none.
  let name: String?
  let initials: String

  init(_ person: Int, _ name: String?, first: String, last: String) {
    (self.person, self.name) = (person, name)
    initials = [first, last].compactMap(\.first).map { $0.uppercased() }.joined()
  }

  /// The picture gets its place before it is loaded, whatever its own size.
  func html(size: Int, saying text: String = "") -> HTML {
    guard let name else {
      return "<span class=\"avatar tone-\(person % 9)\" aria-hidden=\"true\">\(initials)</span>"
    }
    return """
      <img class="avatar" src="\(PortraitURL(person: person, name: name))" width="\(size)" height="\(size)" alt="\(text)">
      """
  }
}

extension AddressBook {
  /// Gives a person a photo, instead of the one before.
  static func keep(_ photo: NewPortrait, of person: Int, _ data: DatabaseWriter) throws {
    let changed = try data.run("UPDATE person SET photo = \(photo.name) WHERE id = \(person)")
    // Somebody may have removed the person meanwhile.
    guard changed > 0 else { return }
    try data.run(
      """
      INSERT INTO portrait (person, name, bytes) VALUES (\(person), \(photo.name), \(photo.bytes))
      ON CONFLICT (person) DO UPDATE SET name = excluded.name, bytes = excluded.bytes
      """)
  }

  /// Deletes the photo of a person.
  static func forgetPhoto(of person: Int, _ data: DatabaseWriter) throws {
    try data.run("UPDATE person SET photo = NULL WHERE id = \(person)")
    try data.run("DELETE FROM portrait WHERE person = \(person)")
  }

  /// The answer to a request for a photo.
  func response(_ url: PortraitURL) async throws -> Response {
    struct Found: Decodable, Sendable { var bytes: [UInt8] }
    let found = try await database.rows(
      "SELECT bytes FROM portrait WHERE person = \(url.person) AND name = \(url.name)", as: Found.self)
    guard let photo = found.first, let kind = FileKind.images.first(where: { url.name.hasSuffix(".\($0.ending)") })
    else { throw HTTPError(status: .notFound, "There is no such photo.") }
    return .uploaded(photo.bytes, kind)
  }
}

/// A photo that somebody has sent.
struct NewPortrait: Sendable {
  let name: String
  let bytes: [UInt8]

  init?(_ file: UploadedFile) {
    guard let kind = file.kind else { return nil }
    (name, bytes) = ("\(file.hash).\(kind.ending)", file.bytes())
  }
}
