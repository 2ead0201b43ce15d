import EspalierHTTP
internal import CCrash

/// Records what the calling thread runs, for the report of a crash: see `CrashHandler`.
///
/// A note lives in fixed memory of its thread. Cost: a copy of some short texts, no allocation, no lock.
enum CrashNote {
  /// Runs `body`, which handles a request before any page code runs.
  static func routing<Failure: Error>(_ request: Request, _ body: () throws(Failure) -> Void) throws(Failure) {
    espalier_crash_begin(0)
    defer { espalier_crash_end() }
    write("routing", to: espalier_crash_phase)
    note(request)
    try body()
  }

  /// Runs `body`, which makes an instance of a page. If it crashes, the crash is recorded, so that the page is closed
  /// for a while after the restart: see `CrashPolicy`.
  static func making<Result, Failure: Error>(
    _ owner: PersistedInstance.Owner, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // The thread may be handling a request, which the report also names.
    espalier_crash_begin(1)
    defer { espalier_crash_end() }
    write("making", to: espalier_crash_phase)
    note(owner)
    return try body()
  }

  /// Runs `body`, which is work on an instance of a page: see `event`, `reading`.
  static func working(for owner: PersistedInstance.Owner, _ body: () -> Void) {
    espalier_crash_begin(0)
    defer { espalier_crash_end() }
    write("page", to: espalier_crash_phase)
    note(owner)
    body()
  }

  /// Notes that the work on the instance handles an event.
  static func event(_ event: String, from node: String, _ request: Request) {
    write("event", to: espalier_crash_phase)
    note(request)
    write(node, to: espalier_crash_node)
    write(event, to: espalier_crash_event)
  }

  /// Notes that the work on the instance shows the page.
  static func reading(_ request: Request) {
    write("reading", to: espalier_crash_phase)
    note(request)
  }

  private static func note(_ request: Request) {
    write(request.id, to: espalier_crash_id)
    write(request.method.rawValue, to: espalier_crash_method)
    // Without the query, which may contain secrets.
    write(request.path, to: espalier_crash_path)
  }

  private static func note(_ owner: PersistedInstance.Owner) {
    write(owner.page, to: espalier_crash_page)
    write(owner.browser ?? "", to: espalier_crash_browser)
    write(owner.tab ?? "", to: espalier_crash_tab)
  }

  private static func write(_ text: String, to field: espalier_crash_field) {
    // Safe: the bytes are copied within the call.
    unsafe text.utf8.span.withUnsafeBufferPointer { bytes in
      unsafe espalier_crash_set(field, bytes.baseAddress, bytes.count)
    }
  }
}
