internal import CMicroHTTPD
import Glibc

/// A libmicrohttpd daemon, polled from outside by the one loop that owns it.
@safe
final class Daemon {
  // Safe: made in init, stopped once in deinit, used on the loop's thread alone.
  private let pointer: OpaquePointer
  /// Readable when the daemon has something to do.
  let descriptor: Int32

  /// Starts a daemon on a descriptor of the listening socket, and gives it the descriptor. Nothing happens before
  /// `run`.
  init(listening socket: Int32, loop: Loop, connections: Int) throws(ServerError) {
    let limits = loop.limits
    // The logger comes first; otherwise the daemon would write problems during its start to standard error.
    let callbacks = unsafe Daemon.callbackOptions(loop)
    let settings = unsafe [
      unsafe Daemon.option(.LISTEN_SOCKET, Int(socket)),
      unsafe Daemon.option(.CONNECTION_LIMIT, connections),
      unsafe Daemon.option(.CONNECTION_TIMEOUT, max(1, Int(limits.idle.components.seconds))),
      unsafe Daemon.option(.CONNECTION_MEMORY_LIMIT, limits.headerMemory),
      // The daemon's strict mode would only repeat header blocks in its error replies. RequestHead+check is stricter.
      unsafe Daemon.option(.STRICT_FOR_CLIENT, 0),
      unsafe Daemon.option(.END, 0),
    ]
    let tls = loop.shared.tls
    // The daemon has no polling thread: with one, libmicrohttpd 0.9.75 stalls when 128 connections are ready at once,
    // because it sleeps before it serves them.
    let flags =
      MHD_USE_EPOLL.rawValue | MHD_ALLOW_SUSPEND_RESUME.rawValue | MHD_USE_ERROR_LOG.rawValue
      | (tls == nil ? 0 : MHD_USE_TLS.rawValue)
    // Safe: the options are read within the call; the loop outlives its daemon.
    let context = unsafe Unmanaged.passUnretained(loop).toOpaque()
    let started = unsafe Daemon.withOptions(tls) { secrets -> OpaquePointer? in
      var options = unsafe callbacks + secrets + settings
      return unsafe options.withUnsafeMutableBufferPointer { buffer -> OpaquePointer? in
        guard let start = buffer.baseAddress else { return nil }
        return unsafe withVaList([
          MHD_OPTION.ARRAY.rawValue, start, MHD_OPTION.END.rawValue,
        ]) { unsafe MHD_start_daemon_va(flags, 0, Daemon.admit, context, Daemon.access, context, $0) }
      }
    }
    guard let started = unsafe started else {
      throw tls?.refusal ?? ServerError(.system, "libmicrohttpd did not start.", number: errno)
    }
    unsafe pointer = started
    descriptor = unsafe espalier_epoll_fd(started)
  }

  /// Accepts, reads, answers and writes whatever is ready, without waiting.
  func run() { unsafe MHD_run(pointer) }

  /// Milliseconds until the daemon must run even if nothing is ready; nil for never.
  var timeout: UInt64? {
    var milliseconds: UInt64 = 0
    // Safe: fills the local.
    return unsafe MHD_get_timeout(pointer, &milliseconds) == .YES ? milliseconds : nil
  }

  /// Stops accepting. Open connections continue.
  func quiesce() {
    let socket = unsafe MHD_quiesce_daemon(pointer)
    if socket >= 0 { close(socket) }
  }

  /// Closes every connection. None may be suspended: libmicrohttpd would abort the process.
  deinit { unsafe MHD_stop_daemon(pointer) }

  static func option(_ option: MHD_OPTION, _ value: Int, _ context: UnsafeMutableRawPointer? = nil) -> MHD_OptionItem {
    unsafe MHD_OptionItem(option: option, value: value, ptr_value: context)
  }
}

extension Daemon {
  /// TLS 1.2 and later, with the library's usual ciphers (GnuTLS, priority strings).
  private static let priorities: StaticString = "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2"

  /// Calls `start` with the options for TLS. They are valid only during the call.
  static func withOptions<Result>(_ tls: TLSTexts?, _ start: ([MHD_OptionItem]) -> Result) -> Result {
    guard let tls else { return unsafe start([]) }
    // Safe: the texts end with a zero, and the daemon reads them while it starts, and never writes to them.
    return unsafe tls.certificate.withUnsafeBytes { certificate in
      unsafe tls.key.withUnsafeBytes { key in
        unsafe start([
          option(.HTTPS_MEM_CERT, 0, UnsafeMutableRawPointer(mutating: certificate.baseAddress)),
          option(.HTTPS_MEM_KEY, 0, UnsafeMutableRawPointer(mutating: key.baseAddress)),
          option(.HTTPS_PRIORITIES, 0, UnsafeMutableRawPointer(mutating: priorities.utf8Start)),
        ])
      }
    }
  }
}
