import EspalierHTTP

extension Site {
  /// Reads which pages crashed the server while they were made, and closes them for a while. Returns the open file, to
  /// which the next such crash is appended. Nil if the site has no store, or if the file cannot be used, which is
  /// logged.
  func readCrashes() -> CrashFile? {
    guard let path = core.store?.crashFile else { return nil }
    do {
      let file = try CrashFile(path)
      let records = file.records()
      let remembered = CrashPolicy().remembered(records, at: Int(Timestamp.now.milliseconds / 1000))
      if remembered != records { file.replace(with: remembered) }
      for closure in core.closedPages.close(after: remembered) { report(closure) }
      return file
    } catch {
      core.log.write(.warning, "crashes") {
        $0.add(
          "detail", "\(error). A page that crashes the server while it is made will not be closed after a restart.")
      }
      return nil
    }
  }

  private func report(_ closure: CrashPolicy.Closure) {
    core.log.write(.error, "page-closed") {
      $0.add("page", closure.owner.page)
      $0.add("crashes", closure.crashes)
      $0.add("seconds", closure.end - Int(Timestamp.now.milliseconds / 1000))
      let whose = closure.owner.browser == nil ? "The page" : "One browser's instance of the page"
      $0.add("detail", "\(whose) crashed the server while it was made. It is closed for this many seconds.")
    }
  }
}
