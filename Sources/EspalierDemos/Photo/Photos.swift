import Synchronization
import EspalierServer
import Espalier

/// The photos of all visitors, in memory. A site of your own keeps them in a folder, with `UploadedFile.keep(in:)`.
final class Photos: Sendable {
  private struct Photo {
    let name: String
    let bytes: [UInt8]
    let kind: FileKind
  }

  /// Bytes of all photos. The oldest go first.
  private static let room = 64 << 20
  private let photos = Mutex<[Photo]>([])

  /// Keeps a photo. Returns its name.
  func keep(_ file: UploadedFile) -> String? {
    guard let kind = file.kind else { return nil }
    let photo = Photo(name: "\(file.hash).\(kind.ending)", bytes: file.bytes(), kind: kind)
    photos.withLock { photos in
      photos.removeAll { $0.name == photo.name }
      photos.append(photo)
      while photos.reduce(0, { $0 + $1.bytes.count }) > Self.room { photos.removeFirst() }
    }
    return photo.name
  }

  /// The answer to a request for a photo.
  func response(_ name: String) throws(HTTPError) -> Response {
    guard let photo = photos.withLock({ photos in photos.first { $0.name == name } }) else {
      throw HTTPError(status: .notFound, "This photo is gone.")
    }
    return .uploaded(photo.bytes, photo.kind)
  }
}

/// The address of a photo.
struct PhotoURL: SiteURL {
  static let path = "/photos/{name}"
  var name: String
}
