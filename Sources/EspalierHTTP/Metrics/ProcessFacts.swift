import Glibc

/// What the kernel reports about this process (proc(5)).
enum ProcessFacts {
  /// Bytes of resident memory; 0 if the kernel does not report them.
  static var residentMemory: Int {
    let fields = read("/proc/self/statm").split(separator: " ")
    return fields.count > 1 ? (Int(fields[1]) ?? 0) * sysconf(Int32(_SC_PAGESIZE)) : 0
  }

  /// The number of open file descriptors; 0 if the kernel does not report them, or if no descriptor is left to look.
  static var openDescriptors: Int {
    // Safe: the directory stream is closed in this scope.
    guard let directory = unsafe opendir("/proc/self/fd") else { return 0 }
    defer { unsafe closedir(directory) }
    var count = 0
    while unsafe readdir(directory) != nil { count += 1 }
    // Three entries do not count: `.`, `..` and the descriptor of this directory stream.
    return max(0, count - 3)
  }

  /// Nanoseconds since 1970 at which the process started; the current time if the kernel does not report it.
  static var start: Int {
    let now = nanoseconds(CLOCK_REALTIME)
    // The name may contain spaces and brackets. The fields after its last bracket are regular, and the 20th of them is
    // the start.
    let fields = read("/proc/self/stat").split(separator: ")").last?.split(separator: " ") ?? []
    guard fields.count > 19, let ticks = Int(fields[19]) else { return now }
    let sinceBoot = ticks * (1_000_000_000 / sysconf(Int32(_SC_CLK_TCK)))
    return now - (nanoseconds(CLOCK_BOOTTIME) - sinceBoot)
  }

  private static func nanoseconds(_ clock: clockid_t) -> Int {
    var time = timespec()
    // Safe: the C function fills the local it is given.
    unsafe clock_gettime(clock, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }

  /// Reads a file whose size the kernel does not report in advance.
  private static func read(_ path: String) -> String {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return "" }
    defer { close(descriptor) }
    // Safe: the kernel fills no more than the buffer it is given.
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 1024) { buffer, count in
      count = max(0, unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
