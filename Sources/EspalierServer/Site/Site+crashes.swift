import EspalierHTTP
import EspalierLocks

extension SiteCore {
  /// Logs what ran when the last process ended. Returns what counts of that. This process notes what it runs in the same
  /// file. Nothing if the store has no such file, or if it cannot be used, which is logged.
  func readCrashes() -> [CrashRecord] {
    guard let path = saves?.storage.crashFile else { return [] }
    do {
      let running = try RunningFile(path + "-running")
      self.running.withLock { $0 = running }
      for interruption in running.left { report(interruption) }
      // Somebody who kills a node of a cluster should close nothing. On one machine nothing else tells what the system killed.
      let ended = node == nil ? running.left : [running.crash].compactMap(\.self)
      return closedPages.records(made: ended.compactMap(\.made), handled: running.crash?.handled)
    } catch {
      log.write(.warning, "crashes") {
        $0.add(
          "detail", "\(error). A page that ends the server whenever it is made will not be closed after a restart.")
      }
      return []
    }
  }

  /// Closes for a while what has ended the server several times.
  func closeAfterCrashes(adding records: [CrashRecord] = [], _ reply: @escaping StoreReply<Void>) {
    let storage = saves?.storage
    guard let keeper = storage?.crashKeeper ?? storage?.crashFile.map({ CrashFile($0) }) else {
      return reply(.success(()))
    }
    keeper.add(records) { [self] added in
      if case .failure(let error) = added { return reply(.failure(error)) }
      closedPages.close(from: keeper) { [self] closed in
        if case .success(let closed) = closed {
          for closure in closed.pages { report(closure) }
          for (event, ends) in closed.events { report(event, ends) }
        }
        reply(closed.map { _ in })
      }
    }
  }

  /// With the cookie and the tab, a reader of the log could open another person's page.
  private static let reported: [(String, Interruption.Field)] = [
    ("id", .id), ("method", .method), ("path", .path), ("page", .page), ("node", .node), ("posted", .posted),
  ]

  private func report(_ interruption: Interruption) {
    log.write(.error, "interrupted") {
      $0.add("phase", "\(interruption.phase)")
      for (name, field) in Self.reported {
        if let text = interruption.texts[field] { $0.add(name, text) }
      }
      $0.add("detail", "The server ended while a thread ran this.")
    }
  }

  private func report(_ closure: CrashPolicy.Closure) {
    log.write(.error, "page-closed") {
      $0.add("page", closure.owner.page)
      $0.add("ends", closure.ends)
      $0.add("seconds", closure.end - Int(Timestamp.now.milliseconds / 1000))
      let whose = closure.owner.browser == nil ? "the page" : "one browser's instance of the page"
      $0.add("detail", "The server ended this many times while it made \(whose). It is closed for this many seconds.")
    }
  }

  private func report(_ event: CrashPolicy.Event, _ ends: Int) {
    log.write(.error, "event-closed") {
      $0.add("page", event.owner.page)
      $0.add("posted", event.id)
      $0.add("ends", ends)
      $0.add("detail", "The server crashed this many times while it handled the event. It does not handle it again.")
    }
  }
}
