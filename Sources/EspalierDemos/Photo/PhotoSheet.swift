import Espalier

/// What can be done with a photo. Escape presses the button with `data-cancel`.
///
/// A phone takes a photo for a field with `capture`; other devices do not show that form. With JavaScript a form sends
/// itself when a file is chosen, and takes a picture that is pasted.
struct PhotoSheet: Content {
  struct NewPhoto: Codable {
    var photo: UploadedFile
  }

  static let send = Event<NewPhoto>("send").takingFiles(FileKind.images, upTo: 10 << 20)
  static let delete = Event<NoData>("delete").once()
  static let cancel = Event<NoData>("cancel").once()

  var canDelete: Bool

  var html: HTML {
    """
    <dialog open data-modal aria-labelledby="sheet-title"><h2 id="sheet-title">Edit photo</h2>\
    <form \(Self.send, on: .change) class="take"><label for="take">Take a photo</label>\
    <input type="file" id="take" name="photo" accept="\(FileKind.images.accept)" capture="user" required>\
    <button class="primary">Send the photo</button><progress data-upload max="1" hidden></progress></form>\
    <form \(Self.send, on: .change) data-paste><label for="choose">Choose a picture, or paste one</label>\
    <input type="file" id="choose" name="photo" accept="\(FileKind.images.accept)" required aria-describedby="limit">\
    <span id="limit">PNG, JPEG, GIF, WebP or AVIF, up to 10 MB</span>\
    <button class="primary">Send the picture</button><progress data-upload max="1" hidden></progress></form>\
    \(deletion)<button \(Self.cancel) data-cancel>Cancel</button>\
    <p role="status" data-espalier-status></p></dialog>
    """
  }

  private var deletion: HTML { canDelete ? "<button \(Self.delete)>Delete the photo</button>" : "" }
}
