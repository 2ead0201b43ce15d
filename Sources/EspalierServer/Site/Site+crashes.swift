import EspalierHTTP

extension Site {
  /// Logs what ran when the last process ended, and closes the pages that it made at several ends for a while. Returns the
  /// file in which this process notes what it runs. Nil if the site has no store, or if the file cannot be used, which is
  /// logged.
  func readCrashes() -> RunningFile? {
    guard let path = core.saves?.storage.crashFile else { return nil }
    do {
      let running = try RunningFile(path + "-running")
      for interruption in running.left { report(interruption) }
      let made = running.left.compactMap(\.made)
      for closure in core.closedPages.close(after: made, in: CrashFile(path)) { report(closure) }
      return running
    } catch {
      core.log.write(.warning, "crashes") {
        $0.add(
          "detail", "\(error). A page that ends the server whenever it is made will not be closed after a restart.")
      }
      return nil
    }
  }

  /// With the cookie and the tab, a reader of the log could open another person's page.
  private static let reported: [(String, Interruption.Field)] = [
    ("id", .id), ("method", .method), ("path", .path), ("page", .page), ("node", .node), ("posted", .posted),
  ]

  private func report(_ interruption: Interruption) {
    core.log.write(.error, "interrupted") {
      $0.add("phase", "\(interruption.phase)")
      for (name, field) in Self.reported {
        if let text = interruption.texts[field] { $0.add(name, text) }
      }
      $0.add("detail", "The server ended while a thread ran this.")
    }
  }

  private func report(_ closure: CrashPolicy.Closure) {
    core.log.write(.error, "page-closed") {
      $0.add("page", closure.owner.page)
      $0.add("ends", closure.ends)
      $0.add("seconds", closure.end - Int(Timestamp.now.milliseconds / 1000))
      let whose = closure.owner.browser == nil ? "the page" : "one browser's instance of the page"
      $0.add("detail", "The server ended this many times while it made \(whose). It is closed for this many seconds.")
    }
  }
}
