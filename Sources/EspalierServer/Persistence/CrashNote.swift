import EspalierHTTP

/// Notes in `RunningFile` what the calling thread runs. If the process ends meanwhile, the next start reads it.
///
/// Cost: copies short texts into mapped memory, without allocation, lock or system call. Without such a file, none.
enum CrashNote {
  /// Runs `body`, which handles a request before any page code runs.
  static func routing<Failure: Error>(_ request: Request, _ body: () throws(Failure) -> Void) throws(Failure) {
    try note(.routing, { $0.add(request) }, while: body)
  }

  /// Runs `body`, which makes an instance of a page. If the process ends meanwhile again and again, `CrashPolicy` closes
  /// the page for a while.
  static func making<Result, Failure: Error>(
    _ owner: PersistedInstance.Owner, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try note(.making, { $0.add(owner) }, while: body)
  }

  /// Runs `body`, which works on an instance of a page. It calls `event` or `reading` if it does one of these.
  static func working(for owner: PersistedInstance.Owner, _ body: () -> Void) {
    note(.page, { $0.add(owner) }, while: body)
  }

  /// The work on the instance handles an event. `id` is what a repeat of it brings too.
  static func event(_ event: String, id: String?, from node: String, _ request: Request) {
    guard let slot = RunningFile.slot() else { return }
    slot.set(.event)
    // First, because a note has room for some hundred bytes.
    if let id { slot.add(.event, id) }
    slot.add(request)
    slot.add(.node, node)
    slot.add(.posted, event)
  }

  /// The work on the instance shows the page.
  static func reading(_ request: Request) {
    guard let slot = RunningFile.slot() else { return }
    slot.set(.reading)
    slot.add(request)
  }

  private static func note<Result, Failure: Error>(
    _ phase: Interruption.Phase, _ addTexts: (RunningSlot) -> Void, while body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let slot = RunningFile.slot() else { return try body() }
    slot.begin(phase)
    defer { slot.end() }
    addTexts(slot)
    return try body()
  }
}

extension RunningSlot {
  fileprivate func add(_ request: Request) {
    add(.id, request.id)
    add(.method, request.method.rawValue)
    // Without the query, which may contain secrets.
    add(.path, request.path)
  }

  fileprivate func add(_ owner: PersistedInstance.Owner) {
    add(.page, owner.page)
    if let browser = owner.browser { add(.browser, browser) }
    if let tab = owner.tab { add(.tab, tab) }
  }
}
