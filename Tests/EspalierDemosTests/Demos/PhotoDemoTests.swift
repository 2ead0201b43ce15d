import Testing

@testable import Espalier
@testable import EspalierDemos

/// A photo that can be taken, chosen, pasted and deleted (F62).
struct PhotoDemoTests {
  @Test func `the sheet offers to delete a photo only if there is one, and can be cancelled (ACT-06)`() {
    func text(_ sheet: PhotoSheet) -> String { String(decoding: sheet.html.bytes, as: UTF8.self) }
    #expect(text(PhotoSheet(canDelete: true)).contains("Delete the photo"))
    #expect(!text(PhotoSheet(canDelete: false)).contains("Delete the photo"))
    for words in ["Edit photo", "Take a photo", "Choose a picture, or paste one", "data-cancel>Cancel<"] {
      #expect(text(PhotoSheet(canDelete: false)).contains(words))
    }
  }
}
