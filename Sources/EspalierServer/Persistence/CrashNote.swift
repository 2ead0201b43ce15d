import EspalierHTTP
import EspalierLocks
import Glibc
import Synchronization

/// Notes what the calling thread runs, in the file that the next start reads: see `RunningFile`.
///
/// Cost: a copy of some short texts into mapped memory; no allocation, no lock, no system call. Without such a file,
/// nothing.
enum CrashNote {
  /// Runs `body`, which handles a request before any page code runs.
  static func routing<Failure: Error>(_ request: Request, _ body: () throws(Failure) -> Void) throws(Failure) {
    let slot = RunningFile.slot()
    slot?.begin(.routing)
    defer { slot?.end() }
    slot?.note(request)
    try body()
  }

  /// Runs `body`, which makes an instance of a page. If the process ends meanwhile again and again, the page is closed for
  /// a while: see `CrashPolicy`.
  static func making<Result, Failure: Error>(
    _ owner: PersistedInstance.Owner, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let slot = RunningFile.slot()
    slot?.begin(.making)
    defer { slot?.end() }
    slot?.note(owner)
    return try body()
  }

  /// Runs `body`, which is work on an instance of a page: see `event`, `reading`.
  static func working(for owner: PersistedInstance.Owner, _ body: () -> Void) {
    let slot = RunningFile.slot()
    slot?.begin(.page)
    defer { slot?.end() }
    slot?.note(owner)
    body()
  }

  /// Notes that the work on the instance handles an event.
  static func event(_ event: String, from node: String, _ request: Request) {
    guard let slot = RunningFile.slot() else { return }
    slot.set(.event)
    slot.note(request)
    slot.add(.node, node)
    slot.add(.posted, event)
  }

  /// Notes that the work on the instance shows the page.
  static func reading(_ request: Request) {
    guard let slot = RunningFile.slot() else { return }
    slot.set(.reading)
    slot.note(request)
  }
}

extension RunningSlot {
  fileprivate func note(_ request: Request) {
    add(.id, request.id)
    add(.method, request.method.rawValue)
    // Without the query, which may contain secrets.
    add(.path, request.path)
  }

  fileprivate func note(_ owner: PersistedInstance.Owner) {
    add(.page, owner.page)
    if let browser = owner.browser { add(.browser, browser) }
    if let tab = owner.tab { add(.tab, tab) }
  }
}

/// What a thread is doing.
enum RunningPhase: UInt8 {
  case routing = 1
  case making, page, event, reading
}

/// A text of a note.
enum RunningField: UInt8 {
  case id = 1
  case method, path, page, browser, tab, node, posted
}

/// The memory in which one thread says what it runs: how many notes it has, then the notes, the innermost last. A note is its
/// phase, the length of its texts in two bytes, and the texts, each after its field and its length.
@safe struct RunningSlot {
  static let size = 4096
  private static let first = 96
  private static let noteSize = 800
  private static let mostNotes = 5
  private static let longestText = 160

  // Safe: the memory belongs to the calling thread, and stays mapped until the process ends.
  fileprivate let memory: UnsafeMutableRawPointer

  private var depth: Int { Int(unsafe memory.load(as: UInt8.self)) }
  /// Whether the innermost note has a place.
  private var fits: Bool { (1...Self.mostNotes).contains(depth) }
  private var top: Int { Self.first + (depth - 1) * Self.noteSize }

  func begin(_ phase: RunningPhase) {
    let new = depth + 1
    if new <= Self.mostNotes {
      let start = Self.first + (new - 1) * Self.noteSize
      unsafe memory.storeBytes(of: 0, toByteOffset: start + 2, as: UInt16.self)
      unsafe memory.storeBytes(of: phase.rawValue, toByteOffset: start, as: UInt8.self)
    }
    unsafe memory.storeBytes(of: UInt8(clamping: new), as: UInt8.self)
  }

  func set(_ phase: RunningPhase) {
    if fits { unsafe memory.storeBytes(of: phase.rawValue, toByteOffset: top, as: UInt8.self) }
  }

  /// Adds a text. Longer text is cut.
  func add(_ field: RunningField, _ text: String) {
    guard fits else { return }
    let (start, bytes) = (top, text.utf8.span)
    let used = Int(unsafe memory.load(fromByteOffset: start + 2, as: UInt16.self))
    let count = min(bytes.count, Self.longestText, Self.noteSize - 6 - used)
    guard count > 0 else { return }
    let end = start + 4 + used
    unsafe memory.storeBytes(of: field.rawValue, toByteOffset: end, as: UInt8.self)
    unsafe memory.storeBytes(of: UInt8(count), toByteOffset: end + 1, as: UInt8.self)
    // Safe: the bytes are copied within the call, into the rest of the note.
    unsafe bytes.withUnsafeBufferPointer { bytes in
      guard let source = bytes.baseAddress else { return }
      unsafe (memory + end + 2).copyMemory(from: source, byteCount: count)
    }
    unsafe memory.storeBytes(of: UInt16(used + 2 + count), toByteOffset: start + 2, as: UInt16.self)
  }

  func end() {
    let depth = depth
    if depth > 0 { unsafe memory.storeBytes(of: UInt8(depth - 1), as: UInt8.self) }
  }

  /// What a slot of a file says; nil if the thread ran nothing. Ignores what cannot be a note.
  static func read(_ slot: ArraySlice<UInt8>) -> Interruption? {
    guard slot.count == size, let depth = slot.first, depth > 0 else { return nil }
    var found: Interruption?
    for level in 0..<min(Int(depth), mostNotes) {
      let note = slot.dropFirst(first + level * noteSize).prefix(noteSize)
      guard let phase = note.first.flatMap(RunningPhase.init) else { break }
      var interruption = found ?? Interruption()
      let used = Int(note[note.startIndex + 2]) | Int(note[note.startIndex + 3]) << 8
      var rest = note.dropFirst(4).prefix(used)
      while rest.count > 2, let field = RunningField(rawValue: rest.removeFirst()) {
        let count = Int(rest.removeFirst())
        interruption.texts[field] = String(decoding: rest.prefix(count), as: UTF8.self)
        rest = rest.dropFirst(count)
      }
      interruption.phase = phase
      if phase == .making, let page = interruption.texts[.page] {
        interruption.made = PersistedInstance.Owner(
          page: page, browser: interruption.texts[.browser], tab: interruption.texts[.tab])
      }
      found = interruption
    }
    return found
  }
}

/// What a thread ran when its process ended.
struct Interruption: Hashable {
  fileprivate(set) var phase = RunningPhase.page
  /// The innermost text of each field.
  fileprivate(set) var texts: [RunningField: String] = [:]
  /// The instance that the thread was making; nil if it was making none.
  fileprivate(set) var made: PersistedInstance.Owner?
}

/// A file in the process's memory that says what each thread runs. When the process ends in whatever way, the file stays
/// as it is, and the next start reads it. It has a header and a slot for each thread.
///
/// It stands beside the store, whose lock keeps a second server away from it.
final class RunningFile: Sendable {
  /// More threads than this take no notes.
  private static let slots = 128
  private static let length = (slots + 1) * RunningSlot.size
  private static let (running, ended): (StaticString, StaticString) = ("running 1\n", "ended 1  \n")

  /// What ran when the last process ended. Nothing if that process stopped in order.
  let left: [Interruption]
  /// The address of the mapped file. It stays mapped until the process ends, because threads may still write.
  private let address: UInt

  /// Reads the file that an earlier process left, and replaces it.
  init(_ path: String) throws(CrashFile.Failure) {
    let old = CrashFile(path).bytes()
    left =
      old.starts(with: Self.running.bytes)
      ? (1...Self.slots).compactMap { RunningSlot.read(old.dropFirst($0 * RunningSlot.size).prefix(RunningSlot.size)) }
      : []
    // Another process may still have the old file mapped, so it keeps its content.
    // Safe: the path lives as long as the calls.
    unsafe unlink(path)
    let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw CrashFile.Failure(path, errno) }
    defer { close(descriptor) }
    // On a full disk, a write into a file without blocks would end the process.
    let problem = posix_fallocate(descriptor, 0, off_t(Self.length))
    guard problem == 0 else { throw CrashFile.Failure(path, problem) }
    // Safe: a new mapping, which overlaps no other memory.
    let memory = unsafe mmap(nil, Self.length, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
    guard let memory = unsafe memory, unsafe memory != MAP_FAILED else { throw CrashFile.Failure(path, errno) }
    address = UInt(bitPattern: memory)
    write(Self.running)
  }

  private func write(_ state: StaticString) {
    // Safe: the mapping is longer than the header.
    guard let memory = unsafe UnsafeMutableRawPointer(bitPattern: address) else { return }
    unsafe memory.copyMemory(from: state.utf8Start, byteCount: state.utf8CodeUnitCount)
  }

  /// From now on the threads of this process note in this file what they run. Has no effect if they use another one.
  func begin() {
    _ = Self.current.compareExchange(expected: 0, desired: address, ordering: .acquiringAndReleasing)
  }

  /// The process stops in order: what its threads still run is no fault.
  func end() {
    _ = Self.current.compareExchange(expected: address, desired: 0, ordering: .acquiringAndReleasing)
    write(Self.ended)
  }

  /// The slot of a thread, from 1.
  func slot(_ number: Int) -> RunningSlot? { Self.slot(number, of: address) }

  /// The address of the file in use; 0 for none.
  private static let current = Atomic<UInt>(0)
  /// The numbers of the slots that no thread has.
  private static let free = Lock(Array((1...slots).reversed()))
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    // Safe: the key is a local. A thread that ends gives its slot back.
    _ = unsafe pthread_key_create(&key) { number in
      RunningFile.free.withLock { $0.append(Int(bitPattern: number)) }
    }
    return key
  }()

  /// The slot of the calling thread; nil without a file, or if all slots are taken.
  static func slot() -> RunningSlot? {
    let address = current.load(ordering: .acquiring)
    guard address != 0 else { return nil }
    // Safe: the value is a number, which nobody follows as an address.
    if let number = unsafe pthread_getspecific(key) { return slot(Int(bitPattern: number), of: address) }
    guard let number = free.withLock({ $0.popLast() }) else { return nil }
    _ = unsafe pthread_setspecific(key, UnsafeRawPointer(bitPattern: number))
    return slot(number, of: address)
  }

  private static func slot(_ number: Int, of address: UInt) -> RunningSlot? {
    guard let memory = unsafe UnsafeMutableRawPointer(bitPattern: address + UInt(number * RunningSlot.size)) else {
      return nil
    }
    return unsafe RunningSlot(memory: memory)
  }
}

extension StaticString {
  // Safe: the text is in the program's constant memory.
  fileprivate var bytes: [UInt8] { unsafe Array(UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount)) }
}
