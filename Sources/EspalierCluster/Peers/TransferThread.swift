import CCurl
import EspalierHTTP
import EspalierLocks

/// All requests to other nodes, on one thread. libcurl keeps the connections, and calls back on this thread only.
@safe final class TransferThread: @unchecked Sendable {
  // Sendable: the orders are under a lock. The handle is made before the thread starts, and others only wake it, which
  // libcurl allows.

  private enum Order {
    case start(Transfer)
    case resume(Transfer)
    case end(Transfer)
    case abandon(String)
    case stop
  }

  private let orders = Lock<[Order]>([])
  private let multi: UnsafeMutableRawPointer?
  /// The transfers that libcurl works on, with their handles. Used on the thread alone, like what follows.
  private var running: [ObjectIdentifier: (transfer: Transfer, handle: Handle)] = [:]
  private var idle: [Handle] = []

  /// What libcurl calls an easy handle.
  @safe private struct Handle {
    let pointer: UnsafeMutableRawPointer

    /// A new one; nil without memory.
    init?() {
      guard let pointer = unsafe curl_easy_init() else { return nil }
      unsafe self.pointer = unsafe pointer
    }
  }

  init() {
    // Safe: libcurl allows several calls, of which the first counts.
    curl_global_init(Int(CURL_GLOBAL_DEFAULT))
    unsafe multi = curl_multi_init()
    if let thread = Thread({ [self] in run() }) { thread.detach() }
  }

  deinit { unsafe curl_multi_cleanup(multi) }

  func start(_ transfer: Transfer) {
    transfer.onDrain = { [weak self, weak transfer] in transfer.map { self?.give(.resume($0)) } }
    transfer.onGone = { [weak self, weak transfer] in transfer.map { self?.give(.end($0)) } }
    give(.start(transfer))
  }

  /// Gives up a transfer that nobody waits for any more.
  func end(_ transfer: Transfer) { give(.end(transfer)) }

  /// Gives up all transfers to an address.
  func abandon(_ address: String) { give(.abandon(address)) }

  func stop() { give(.stop) }

  private func give(_ order: Order) {
    let isFirst = orders.withLock { orders in
      orders.append(order)
      return orders.count == 1
    }
    if isFirst { unsafe curl_multi_wakeup(multi) }
  }

  private func run() {
    var count: Int32 = 0
    while true {
      for order in orders.withLock({ orders in
        defer { orders = [] }
        return orders
      }) {
        switch order {
        case .start(let transfer): begin(transfer)
        case .resume(let transfer):
          if let (_, handle) = running[ObjectIdentifier(transfer)] {
            unsafe curl_easy_pause(handle.pointer, CURLPAUSE_CONT)
          }
        case .end(let transfer): finish(transfer, isWhole: false)
        case .abandon(let address):
          for (transfer, _) in running.values where transfer.address == address {
            finish(transfer, isWhole: false)
          }
        case .stop: return end()
        }
      }
      unsafe curl_multi_perform(multi, &count)
      finishDone()
      unsafe curl_multi_poll(multi, nil, 0, 1_000, nil)
    }
  }

  private func begin(_ transfer: Transfer) {
    guard let multi = unsafe multi, let handle = idle.popLast() ?? Handle() else {
      return transfer.end(isWhole: false, isSent: false)
    }
    running[ObjectIdentifier(transfer)] = (transfer, handle)
    unsafe transfer.prepare(handle.pointer)
    unsafe transfer.setHead(of: handle.pointer)
    unsafe curl_multi_add_handle(multi, handle.pointer)
  }

  private func finishDone() {
    var left: Int32 = 0
    while let message = unsafe curl_multi_info_read(multi, &left) {
      guard let handle = unsafe message.pointee.easy_handle, let context = unsafe espalier_curl_context(handle) else {
        continue
      }
      // Safe: `running` holds it.
      unsafe finish(Transfer.at(context), isWhole: espalier_curl_result(message) == CURLE_OK)
    }
  }

  private func finish(_ transfer: Transfer, isWhole: Bool) {
    guard let handle = running.removeValue(forKey: ObjectIdentifier(transfer))?.handle else { return }
    let isSent = unsafe espalier_curl_begun(handle.pointer) > 0
    unsafe curl_multi_remove_handle(multi, handle.pointer)
    unsafe curl_easy_reset(handle.pointer)
    transfer.freeHead()
    if idle.count < Self.mostIdle { idle.append(handle) } else { unsafe curl_easy_cleanup(handle.pointer) }
    transfer.end(isWhole: isWhole, isSent: isSent)
  }

  /// How many handles it keeps for later. The connections belong to no handle.
  private static let mostIdle = 64

  private func end() {
    for (transfer, _) in running.values { finish(transfer, isWhole: false) }
    for handle in idle { unsafe curl_easy_cleanup(handle.pointer) }
    idle = []
  }
}
