/// The part of `RunningFile` in which one thread notes what it runs.
///
/// The first byte is the number of notes. The notes follow, the innermost last. A note has its phase, an unused byte, the
/// length of its texts in two bytes, and the texts. Before each text are its field and its length.
@safe struct RunningSlot {
  static let size = 4096
  private static let first = 96
  private static let noteSize = 800
  private static let headSize = 4
  private static let mostNotes = 5
  private static let longestText = 160

  // Safe: the memory has `size` bytes, belongs to the calling thread, and stays mapped until the process ends.
  private let memory: UnsafeMutableRawPointer

  @unsafe init(memory: UnsafeMutableRawPointer) { unsafe self.memory = memory }

  private var depth: Int { Int(unsafe memory.load(as: UInt8.self)) }

  /// Where a note is, counted from 1; nil if the slot has no room for it.
  private func note(_ number: Int) -> UnsafeMutableRawPointer? {
    (1...Self.mostNotes).contains(number) ? unsafe memory + Self.first + (number - 1) * Self.noteSize : nil
  }

  /// Begins a note inside those that there are.
  func begin(_ phase: Interruption.Phase) {
    let number = depth + 1
    if let note = unsafe note(number) {
      unsafe note.storeBytes(of: 0, toByteOffset: 2, as: UInt16.self)
      unsafe note.storeBytes(of: phase.rawValue, as: UInt8.self)
    }
    unsafe memory.storeBytes(of: UInt8(clamping: number), as: UInt8.self)
  }

  /// Ends the innermost note.
  func end() {
    if depth > 0 { unsafe memory.storeBytes(of: UInt8(depth - 1), as: UInt8.self) }
  }

  /// Changes the phase of the innermost note.
  func set(_ phase: Interruption.Phase) {
    unsafe note(depth)?.storeBytes(of: phase.rawValue, as: UInt8.self)
  }

  /// Adds a text to the innermost note. Cuts text that is too long.
  func add(_ field: Interruption.Field, _ text: String) {
    guard let note = unsafe note(depth) else { return }
    let length = Int(unsafe note.load(fromByteOffset: 2, as: UInt16.self))
    let bytes = text.utf8.span
    let count = min(bytes.count, Self.longestText, Self.noteSize - Self.headSize - 2 - length)
    guard count > 0 else { return }
    let end = unsafe note + Self.headSize + length
    unsafe end.storeBytes(of: field.rawValue, as: UInt8.self)
    unsafe end.storeBytes(of: UInt8(count), toByteOffset: 1, as: UInt8.self)
    // Safe: the bytes are copied within the call, into the rest of the note.
    unsafe bytes.withUnsafeBufferPointer { bytes in
      if let source = bytes.baseAddress { unsafe (end + 2).copyMemory(from: source, byteCount: count) }
    }
    unsafe note.storeBytes(of: UInt16(length + 2 + count), toByteOffset: 2, as: UInt16.self)
  }

  /// An owner as a note has it: long texts are cut.
  static func cut(_ owner: PersistedInstance.Owner) -> PersistedInstance.Owner {
    func cut(_ text: String) -> String { String(decoding: text.utf8.prefix(longestText), as: UTF8.self) }
    return PersistedInstance.Owner(
      page: cut(owner.page), browser: owner.browser.map(cut), tab: owner.tab.map(cut))
  }

  /// What a slot of a file says; nil if the thread ran nothing.
  static func interruption(in file: [UInt8], slot number: Int) -> Interruption? {
    let slot = file.dropFirst(number * size).prefix(size)
    guard slot.count == size, let depth = slot.first else { return nil }
    let notes = (0..<min(Int(depth), mostNotes)).map { slot.dropFirst(first + $0 * noteSize).prefix(noteSize) }
    return Interruption(notes: notes)
  }
}

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
    case method, path, page, browser, tab, node, posted, event
  }

  private(set) var phase = Phase.page
  /// Of each field, the text of the innermost note that has one.
  private(set) var texts: [Field: String] = [:]
  /// The instance that the thread was making; nil if it was making none.
  private(set) var made: PersistedInstance.Owner?

  /// The event that the thread was handling, with the page; nil if it was handling none that has an id.
  var handled: (owner: PersistedInstance.Owner, event: String)? {
    guard phase == .event, let page = texts[.page], let event = texts[.event] else { return nil }
    return (PersistedInstance.Owner(page: page, browser: texts[.browser], tab: texts[.tab]), event)
  }

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
