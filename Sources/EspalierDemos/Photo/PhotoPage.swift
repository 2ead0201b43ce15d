import Espalier

/// A photo that somebody can take, choose, paste and delete, in a sheet that can be cancelled.
final class PhotoPage: ContainerModel {
  private let photo = CellModel(OwnPhoto())

  override func didLoad() {
    add(photo)
    on(OwnPhoto.edit) { $0.openSheet() }
    on(PhotoSheet.send) { $0.show($1.photo) }
    on(PhotoSheet.delete) {
      $0.photo.content = OwnPhoto()
      $0.closeSheet()
    }
    on(PhotoSheet.cancel) { $0.closeSheet() }
  }

  private func openSheet() {
    let sheet = CellModel(PhotoSheet(canDelete: photo.content.image != nil))
    footer = sheet
    sheet.focus()
  }

  private func closeSheet() {
    footer = nil
    photo.focus()
  }

  private func show(_ file: UploadedFile) {
    guard let name = service(Photos.self)?.keep(file) else { return }
    photo.content = OwnPhoto(image: .init(name: name, size: file.imageSize, fileName: file.name))
    closeSheet()
  }
}

/// The photo, or a placeholder.
struct OwnPhoto: Content {
  static let edit = Event<NoData>("edit")

  struct Image: Codable, Hashable {
    var name: String
    var size: ImageSize?
    var fileName: String
  }

  var image: Image?

  var html: HTML {
    guard let image else {
      return """
        <p class="frame">\(Picture(.hills, tone: 1).html)<span>No photo yet</span></p>\
        <button class="primary" \(Self.edit)>Add a photo</button>
        """
    }
    // With its width and height, the picture has its place before it is loaded.
    return """
      <p class="frame"><img src="\(PhotoURL(name: image.name))" width="\(image.size?.width ?? 320)" \
      height="\(image.size?.height ?? 240)" alt="Your photo, \(image.fileName)"></p>\
      <button class="act" \(Self.edit)>Edit the photo</button>
      """
  }
}
