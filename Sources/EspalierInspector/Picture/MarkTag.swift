import EspalierHTTP
import EspalierServer
import Espalier

/// A mark as it stands on a card. Each time that marks are shown they have the other beat, so that they light up anew.
struct MarkTag: Hashable, Codable {
  let mark: Marks.Mark
  let isOddBeat: Bool

  init(_ mark: Marks.Mark, beat: Int) {
    self.mark = mark
    // What is not marked does not change with the beat.
    isOddBeat = beat % 2 == 1 && !mark.isEmpty
  }

  /// What a card has in its `class`, behind a space: when it lights up, and when the ways do from here to what is above.
  var classes: String {
    if mark.isEmpty { return "" }
    let step = mark.notes.first.map { " s\($0.step)" } ?? ""
    let up = mark.up.map { " up u\($0)" } ?? ""
    let down = mark.down.map { " down d\($0)" } ?? ""
    return " lit\(isOddBeat ? " odd" : " even")\(step)\(up)\(down)"
  }

  /// The notes, in order.
  var html: HTML? {
    if mark.notes.isEmpty { return nil }
    let items = mark.notes.map { note -> HTML in
      "<li class=\"\(note.kind) s\(note.step)\"><b>\(note.step)</b> \(note.text)</li>"
    }
    return "<ol class=\"notes\">\(items)</ol>"
  }
}

extension Marks.Mark {
  /// Whether nothing happened there.
  var isEmpty: Bool { notes.isEmpty && up == nil && down == nil }
}
