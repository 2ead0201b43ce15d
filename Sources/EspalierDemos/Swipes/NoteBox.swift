import Espalier

/// Notes for the gardeners. A finger swipes a note to either side; the menu beside it has the same actions.
final class NoteBox: ContainerModel {
  private let notes = ArraySource(GardenNote.start)
  private let news = CellModel(NoteNews())

  private var rows: [GardenNote] {
    get { notes.rows }
    set { notes.rows = newValue }
  }

  override func didLoad() {
    footer = news
    children.source = notes
    add(RowActions(leading: leading, trailing: trailing))
    persist(\.rows, as: "notes")
  }

  private var leading: [RowActions.Action] {
    [
      .init(
        "delete", "Delete", .destructive, asking: { _ in .alert("Delete the note?", "You cannot undo this.") },
        to: NoteBox.self
      ) { list, row in
        guard let note = row.content(as: GardenNote.self) else { return }
        list.notes.remove(id: note.id)
        list.tell(note, "deleted")
      },
      .init("info", "Info", to: NoteBox.self) { list, row in
        guard let note = row.content(as: GardenNote.self) else { return }
        row.present(.alert(note.title, "From \(note.author). \(note.isFlagged ? "It has a flag." : "It has no flag.")"))
        list.tell(note, "shown")
      },
      .init("apply", "Apply", to: NoteBox.self) { list, row in list.change(row, "applied") { $0.isApplied = true } },
    ]
  }

  private var trailing: [RowActions.Action] {
    [
      .init("flag", "Flag", to: NoteBox.self) { list, row in list.change(row, "flagged") { $0.isFlagged.toggle() } },
      .init("edit", "Shorten", to: NoteBox.self) { list, row in
        list.change(row, "shortened") { note in note.text = note.text.split(separator: ".").first.map { "\($0)." } ?? ""
        }
      },
      .init("more", "More…", to: NoteBox.self) { list, row in
        row.present(.sheet("More", actions: [.init("top", "Move to the top"), .init("no", "Cancel", .cancel)])) {
          row, action in
          guard action == "top", let note = row.content(as: GardenNote.self) else { return }
          list.notes.rows = [note] + list.notes.rows.filter { $0.id != note.id }
          list.tell(note, "moved to the top")
        }
      },
    ]
  }

  private func change(_ row: Node, _ verb: String, _ change: (inout GardenNote) -> Void) {
    guard var note = row.content(as: GardenNote.self) else { return }
    change(&note)
    notes.update(note)
    tell(note, verb)
  }

  private func tell(_ note: GardenNote, _ verb: String) { news.content.text = "\(note.title): \(verb)." }
}
