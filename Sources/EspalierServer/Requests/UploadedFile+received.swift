import EspalierHTTP
import Espalier

extension TemporaryFile: UploadedContent {
  /// Gives the content a path.
  package func keep(at path: String) throws { try name(at: path) }
}

extension UploadedFile {
  /// A file that a request brought.
  init(_ file: ReceivedFile) {
    self.init(name: file.name, size: file.size, hash: file.hash, content: file.content)
  }
}
