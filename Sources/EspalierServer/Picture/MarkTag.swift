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

  /// The ways that light up from here to what is above.
  var classes: String {
    if mark.isEmpty { return "" }
    let step = mark.up ?? mark.down ?? mark.notes.first?.step ?? 1
    let ways = [mark.up.map { _ in "up" }, mark.down.map { _ in "down" }].compactMap(\.self)
    return (["lit", "s\(step)", isOddBeat ? "odd" : "even"] + ways).joined(separator: " ")
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
