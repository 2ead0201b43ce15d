import Espalier
import EspalierServer

/// A text in each element at whose start a browser drops a line end, and a form for each encoding.
struct Note: Content {
  struct Attached: Codable {
    var text: String
    var file: UploadedFile
  }

  static let save = Event<String>("save")
  static let attach = Event<Attached>("attach").takingFiles([.text], upTo: 1 << 10)

  var text: String
  var fileSize: Int?

  var html: HTML {
    """
    <form \(Self.save)><textarea name="data" aria-label="Text">\(text)</textarea><button>Save</button></form>\
    <pre>\(text)</pre><span>\(text)</span><output>\(fileSize.map { "\($0) bytes" } ?? "no file")</output>\
    <form \(Self.attach)><textarea name="text" aria-label="Text">\(text)</textarea><input type="file" name="file" \
    aria-label="File"><button>Attach</button></form>
    """
  }
}

/// The same text in an element whose cell is always sent whole, and in other markup.
struct Listing: Content {
  var text = ""
  var html: HTML {
    "<listing>\(text)</listing><pre>\("\(text)" as HTML)</pre><pre>\(text)\n.</pre>"
  }
}

final class NotePage: ContainerModel {
  private let note = CellModel(Note(text: "\n\nabc"))
  private let listing = CellModel(Listing(text: "\n\nabc"))

  override func didLoad() {
    add(note)
    add(listing)
    on(Note.save) { $0.show($1) }
    on(Note.attach) { page, attached in
      page.show(attached.text)
      page.note.content.fileSize = attached.file.size
    }
  }

  private func show(_ text: String) {
    note.content.text = text
    listing.content.text = text
  }
}
