/// What a thread ran when its process ended.
struct Interruption: Hashable {
  /// What a thread is doing. The number is the first byte of its note.
  enum Phase: UInt8 {
    case routing = 1
    case making, page, event, reading
  }

  /// A text of a note. The number is the byte before the text.
  enum Field: UInt8 {
    case id = 1
    case method, path, page, browser, tab, node, posted
  }

  private(set) var phase = Phase.page
  /// Of each field, the text of the innermost note that has one.
  private(set) var texts: [Field: String] = [:]
  /// The instance that the thread was making; nil if it was making none.
  private(set) var made: PersistedInstance.Owner?

  /// Reads the notes of a thread, the innermost last. Nil if there are none. Ignores all notes from one on that has no phase.
  init?(notes: [ArraySlice<UInt8>]) {
    let notes = notes.prefix { $0.first.flatMap(Phase.init) != nil }
    guard !notes.isEmpty else { return nil }
    for note in notes { add(note) }
  }

  private mutating func add(_ note: ArraySlice<UInt8>) {
    guard let phase = note.first.flatMap(Phase.init) else { return }
    self.phase = phase
    let length = Int(note[note.startIndex + 2]) | Int(note[note.startIndex + 3]) << 8
    var rest = note.dropFirst(4).prefix(length)
    while rest.count > 2, let field = Field(rawValue: rest.removeFirst()) {
      let count = Int(rest.removeFirst())
      texts[field] = String(decoding: rest.prefix(count), as: UTF8.self)
      rest = rest.dropFirst(count)
    }
    if phase == .making, let page = texts[.page] {
      made = PersistedInstance.Owner(page: page, browser: texts[.browser], tab: texts[.tab])
    }
  }
}
