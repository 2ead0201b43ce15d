internal import CCrash

/// While this value lives, a crash ends the process even if nobody reads standard error.
///
/// Swift's own handler prints its backtrace, and the signal ends the process. A process has one set of signal handlers, so
/// the code that takes over its signals makes this value, as `HTTPServer.runUntilSignal` does.
package struct CrashHandler: ~Copyable {
  package init() { espalier_crash_install() }

  /// Ends the handling here. Without this call it would end after the last use of the value.
  package consuming func end() {}

  deinit { espalier_crash_uninstall() }

  /// Where a crash notes the number of its thread, as two bytes; 0 for nowhere. The memory must stay mapped.
  package static func note(at address: UInt) {
    // Safe: the handler writes two bytes there.
    unsafe espalier_crash_note_at(UnsafeMutablePointer(bitPattern: address))
  }

  /// The number of the calling thread, from 1.
  package static func number(thisThread number: Int) { espalier_crash_number(UInt16(clamping: number)) }
}
