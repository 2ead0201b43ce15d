import Espalier
import EspalierServer

// The sample of the article "Files from viewers".

struct NewPicture: Codable {
  var picture: UploadedFile
  var caption: String
}

struct PictureForm: Content {
  static let add = Event<NewPicture>("add").takingFiles(FileKind.images, upTo: 10 << 20)

  var html: HTML {
    """
    <form \(Self.add)><label>Picture <input type="file" name="picture" accept="\(FileKind.images.accept)" required></label>\
    <label>Caption <input name="caption"></label><button>Add</button><progress data-upload max="1" hidden></progress></form>
    """
  }
}

final class PictureList: ContainerModel {
  private(set) var names: [String] = []

  override func didLoad() {
    add(PictureForm())
    on(PictureForm.add) { list, new in
      guard let name = try? new.picture.keep(in: "Pictures") else { return }
      list.add(name, size: new.picture.imageSize, caption: new.caption)
    }
  }

  private func add(_ name: String, size: ImageSize?, caption: String) {
    names.append("\(name) \(size?.width ?? 0) \(caption)")
  }
}

func picturePage() -> Page {
  Page("/pictures", title: "Pictures") { PictureList() }.takingFiles(upTo: 12 << 20)
}
