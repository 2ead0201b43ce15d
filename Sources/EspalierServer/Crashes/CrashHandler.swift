internal import CCrash

/// While this value lives, a crash says which request and which page the crashing thread was running.
///
/// One line on standard error, then whatever happened before: Swift's own handler prints its backtrace, and the process ends
/// by the signal. A process has one set of signal handlers, so whoever takes over its signals makes this value: `Site.serve`
/// and `HTTPServer.runUntilSignal`.
struct CrashHandler: ~Copyable {
  private let file: CrashFile?

  /// With a file, a crash while an instance is made appends a line to it.
  init(recordingTo file: CrashFile? = nil) {
    self.file = file
    // The main thread may have no such stack yet. It keeps it until the process ends.
    _ = unsafe espalier_crash_stack_begin()
    if let file { espalier_crash_record_to(file.descriptor) }
    espalier_crash_install()
  }

  /// Ends the handling here, and not where the value is used last.
  consuming func end() {}

  deinit {
    espalier_crash_uninstall()
    if file != nil { espalier_crash_record_to(-1) }
  }

  /// Runs `body` on a thread of our own, with a stack for signal handlers: the overflow of the thread's stack is reported too.
  static func onThread(_ body: () -> Void) {
    // Safe: the stack is this thread's alone, and `body` is all that the thread does meanwhile.
    let stack = unsafe espalier_crash_stack_begin()
    body()
    unsafe espalier_crash_stack_end(stack)
  }
}
