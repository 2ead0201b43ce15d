import Espalier

/// A note for the gardeners. A note that was applied cannot be applied again.
struct GardenNote: Content, Identifiable {
  let id: Int
  let author: String
  let title: String
  var text: String
  var isFlagged = false
  var isApplied = false

  var traits: RowTraits { RowTraits(actionIDs: isApplied ? ["delete", "info", "flag", "edit", "more"] : nil) }

  var html: HTML {
    """
    <span class="avatar tone-\(id % 9)" aria-hidden="true">\(String(author.prefix(1)))</span>\
    <div class="said"><p><strong>\(title)</strong>\(isFlagged ? " ⚑" : "")</p>\
    <p class="note">\(isApplied ? "Applied. " : "")\(text)</p></div>
    """
  }

  static let start = [
    GardenNote(id: 1, author: "Ann", title: "Stake the tomatoes", text: "They lean to the path. Use the long canes."),
    GardenNote(id: 2, author: "Ben", title: "Water the ferns", text: "The north bed is dry. A can for each."),
    GardenNote(id: 3, author: "Cleo", title: "Open the cold frame", text: "It is warm at noon. Close it at dusk."),
    GardenNote(id: 4, author: "Dora", title: "Cut the lavender", text: "Before it fades. Dry it in the shed."),
    GardenNote(id: 5, author: "Emil", title: "Turn the compost", text: "The left heap only. The other rests."),
  ]
}

/// What has happened last, below the notes.
struct NoteNews: Content {
  var text = "Swipe a note, or open its menu."
  var html: HTML { "<output>\(text)</output>" }
}
