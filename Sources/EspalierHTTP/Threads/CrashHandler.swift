internal import CCrash

/// While this value lives, a crash says which request and which page the crashing thread was running.
///
/// One line on standard error, then whatever happened before: Swift's own handler prints its backtrace, and the process ends
/// by the signal. A process has one set of signal handlers, so whoever takes over its signals makes this value, as
/// `HTTPServer.runUntilSignal` does.
package struct CrashHandler: ~Copyable {
  private let isRecording: Bool

  /// With the descriptor of an open file, a crash in the phase "making" appends a line to it.
  package init(recordingTo descriptor: Int32? = nil) {
    isRecording = descriptor != nil
    // The main thread may have no such stack yet. It keeps it until the process ends.
    _ = unsafe espalier_crash_stack_begin()
    if let descriptor { espalier_crash_record_to(descriptor) }
    espalier_crash_install()
  }

  /// Ends the handling here, and not where the value is used last.
  package consuming func end() {}

  deinit {
    espalier_crash_uninstall()
    if isRecording { espalier_crash_record_to(-1) }
  }

  /// Runs `body` on a thread of our own, with a stack for signal handlers: the overflow of the thread's stack is reported too.
  static func onThread(_ body: () -> Void) {
    // Safe: the stack is this thread's alone, and `body` is all that the thread does meanwhile.
    let stack = unsafe espalier_crash_stack_begin()
    body()
    unsafe espalier_crash_stack_end(stack)
  }
}
