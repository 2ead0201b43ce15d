internal import CMicroHTTPD
import Glibc

/// The functions that the daemon calls. Each is one line into Swift. All run on the loop's thread.
///
/// Order of a connection's life: admit, connected(started), for each request targetRead, access..., completed;
/// connected(closed).
extension Daemon {
  /// -> ClientCounter.admits, before a connection is accepted.
  static let admit: MHD_AcceptPolicyCallback = { context, address, _ in
    guard let loop = unsafe Loop.at(context), let address = unsafe address else { return .NO }
    return unsafe loop.admits(SocketAddress.host(of: address)) ? .YES : .NO
  }

  /// -> Exchange.headArrived, then Exchange.bodyArrived for each piece and for the end.
  static let access: MHD_AccessHandlerCallback = { _, _, _, method, version, upload, size, slot in
    guard let exchange = unsafe Exchange.at(slot), let method = unsafe method, let version = unsafe version,
      let size = unsafe size
    else { return .NO }
    guard exchange.hasHead else { return unsafe exchange.headArrived(method: method, version: version) }
    let bytes = unsafe UnsafeRawBufferPointer(start: upload, count: size.pointee)
    unsafe size.pointee = 0
    return unsafe exchange.bodyArrived(bytes)
  }

  static func callbackOptions(_ loop: Loop) -> [MHD_OptionItem] {
    // -> Loop.targetRead: the raw target, before the daemon decodes it. The result becomes the request's slot.
    let targetRead:
      @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?)
        -> UnsafeMutableRawPointer? = { context, target, handle in
          guard let loop = unsafe Loop.at(context), let target = unsafe target, let handle = unsafe handle,
            let exchange = unsafe loop.targetRead(handle, target)
          else { return nil }
          return unsafe Unmanaged.passRetained(exchange).toOpaque()
        }
    // -> Exchange.completed, once per slot.
    let completed: MHD_RequestCompletedCallback = { _, _, slot, code in
      guard let exchange = unsafe Exchange.at(slot) else { return }
      unsafe slot?.pointee = nil
      unsafe Unmanaged.passUnretained(exchange).release()
      exchange.completed(code)
    }
    // -> Loop.daemonRefuses, before the daemon replies, and Loop.replyIsLost. Its other log messages are not useful.
    let logged: MHD_LogCallback = { context, format, arguments in
      // Whether the list is optional depends on the machine's C.
      guard let loop = unsafe Loop.at(context), let format = unsafe format,
        let arguments = unsafe arguments as CVaListPointer?
      else { return }
      let status = unsafe espalier_refused_status(format, arguments)
      if status > 0 {
        loop.daemonRefuses(status: Int(status))
      } else if unsafe espalier_is_lost_reply(format, arguments) != 0 {
        loop.replyIsLost()
      }
    }
    // -> Loop.opened and Loop.closed.
    let connected: MHD_NotifyConnectionCallback = { context, handle, slot, code in
      guard let loop = unsafe Loop.at(context), let handle = unsafe handle, let slot = unsafe slot else { return }
      if code == .CONNECTION_NOTIFY_STARTED {
        unsafe slot.pointee = unsafe Unmanaged.passRetained(loop.opened(handle)).toOpaque()
      } else if let pointer = unsafe slot.pointee {
        unsafe slot.pointee = nil
        loop.closed(unsafe Unmanaged<Connection>.fromOpaque(pointer).takeRetainedValue())
      }
    }
    // Safe: the daemon keeps the functions as plain pointers, and the loop outlives its daemon.
    let context = unsafe Unmanaged.passUnretained(loop).toOpaque()
    return unsafe [
      unsafe option(.EXTERNAL_LOGGER, unsafeBitCast(logged, to: Int.self), context),
      unsafe option(.URI_LOG_CALLBACK, unsafeBitCast(targetRead, to: Int.self), context),
      unsafe option(.NOTIFY_COMPLETED, unsafeBitCast(completed, to: Int.self), context),
      unsafe option(.NOTIFY_CONNECTION, unsafeBitCast(connected, to: Int.self), context),
    ]
  }
}

extension Loop {
  /// The loop behind a callback's context.
  fileprivate static func at(_ context: UnsafeMutableRawPointer?) -> Loop? {
    // Safe: every context was made from a loop that outlives its daemon.
    unsafe context.map { unsafe Unmanaged<Loop>.fromOpaque($0).takeUnretainedValue() }
  }
}

extension Exchange {
  /// The exchange behind a request's slot.
  fileprivate static func at(_ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?) -> Exchange? {
    // Safe: a slot holds what targetRead put there, retained until completed.
    unsafe slot?.pointee.map { unsafe Unmanaged<Exchange>.fromOpaque($0).takeUnretainedValue() }
  }
}
