import EspalierHTTP
import EspalierServer
import Espalier

/// A mark on a card. The beat alternates between even and odd each time marks are shown, so that the animation starts
/// again.
struct MarkTag: Hashable, Codable {
  let mark: Marks.Mark
  let isOddBeat: Bool

  init(_ mark: Marks.Mark, beat: Int) {
    self.mark = mark
    // A card without a mark must not change with the beat.
    isOddBeat = beat % 2 == 1 && !mark.isEmpty
  }

  /// The CSS classes of the card, after a space: when the card lights up, and when the lines from it to the card above
  /// do.
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
  /// Whether nothing happened at the node.
  var isEmpty: Bool { notes.isEmpty && up == nil && down == nil }
}
