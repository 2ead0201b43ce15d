internal import CCrash

/// While this value lives, a crash report says which request and which page the crashing thread was running.
///
/// It writes one line to standard error. Then the previous handler runs: Swift's own handler prints its backtrace, and
/// the signal ends the process. A process has one set of signal handlers, so the code that takes over its signals makes
/// this value, as `HTTPServer.runUntilSignal` does.
package struct CrashHandler: ~Copyable {
  private let isRecording: Bool

  /// With the descriptor of an open file, a crash in the phase "making" appends a line to that file.
  package init(recordingTo descriptor: Int32? = nil) {
    isRecording = descriptor != nil
    // The main thread may have no stack for signal handlers yet. It keeps this one until the process ends.
    _ = unsafe espalier_crash_stack_begin()
    if let descriptor { espalier_crash_record_to(descriptor) }
    espalier_crash_install()
  }

  /// Ends the handling here. Without this call it would end after the last use of the value.
  package consuming func end() {}

  deinit {
    espalier_crash_uninstall()
    if isRecording { espalier_crash_record_to(-1) }
  }

  /// Runs `body` on a thread of this server with a stack for signal handlers, so that a stack overflow is reported too.
  static func onThread(_ body: () -> Void) {
    // Safe: only this thread uses the stack, and it does nothing but `body` meanwhile.
    let stack = unsafe espalier_crash_stack_begin()
    body()
    unsafe espalier_crash_stack_end(stack)
  }
}
