import EspalierHTTP
import EspalierLocks
import Glibc
import Synchronization

/// A file in the process's memory that says what each thread runs. It has a header and a slot for each thread. However the
/// process ends, the file stays as it is, and the next start reads it.
///
/// On one machine the file is beside the store, and the store's lock prevents a second server from using both. A node of a
/// cluster uses the file only while it listens at the address that the file is named after.
final class RunningFile: Sendable {
  /// More threads than this take no notes.
  private static let slots = 128
  private static let length = (slots + 1) * RunningSlot.size
  private static let running = Array("running 1\n".utf8)
  private static let ended = Array("ended 1  \n".utf8)

  /// Where a crash notes its thread.
  private static let crashed = 32

  /// What ran when the last process ended. Nothing if that process stopped in order.
  let left: [Interruption]
  /// What the thread ran whose crash ended the process; nil if something else ended it.
  let crash: Interruption?
  /// The address of the mapped file. It stays mapped until the process ends, because threads may still write.
  private let address: UInt

  /// Reads the file that an earlier process left, and replaces it.
  init(_ path: String) throws(CrashFile.Failure) {
    let old = CrashFile(path).bytes()
    let slots = old.starts(with: Self.running) ? Array(1...Self.slots) : []
    left = slots.compactMap { RunningSlot.interruption(in: old, slot: $0) }
    let isLong = !slots.isEmpty && old.count > Self.crashed + 1
    let number = isLong ? Int(old[Self.crashed]) | Int(old[Self.crashed + 1]) << 8 : 0
    crash = slots.contains(number) ? RunningSlot.interruption(in: old, slot: number) : nil
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

  private func write(_ header: [UInt8]) {
    // Safe: the mapping is longer than the header.
    let memory = unsafe UnsafeMutableRawBufferPointer(
      start: UnsafeMutableRawPointer(bitPattern: address), count: Self.length)
    unsafe memory.copyBytes(from: header)
  }

  /// From now on the threads of this process note in this file what they run. Has no effect if they use another one.
  func begin() {
    let isFirst = Self.current.compareExchange(expected: 0, desired: address, ordering: .acquiringAndReleasing)
      .exchanged
    if isFirst { CrashHandler.note(at: address + UInt(Self.crashed)) }
  }

  /// The process stops in order: what its threads still run is no fault.
  func end() {
    let isOwn = Self.current.compareExchange(expected: address, desired: 0, ordering: .acquiringAndReleasing).exchanged
    if isOwn { CrashHandler.note(at: 0) }
    write(Self.ended)
  }

  /// A slot, from 1. Only tests use it: a slot belongs to the thread that has its number.
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
    CrashHandler.number(thisThread: number)
    return slot(number, of: address)
  }

  private static func slot(_ number: Int, of address: UInt) -> RunningSlot? {
    guard let memory = unsafe UnsafeMutableRawPointer(bitPattern: address + UInt(number * RunningSlot.size)) else {
      return nil
    }
    // Safe: the numbers of slots are those of the file, which stays mapped.
    return unsafe RunningSlot(memory: memory)
  }
}
