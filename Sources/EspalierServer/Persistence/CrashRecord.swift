import EspalierHTTP

/// One end of the server while an instance of a page was made, as a line of the crash file: seconds since 1970, page,
/// browser and tab, separated by tabs.
struct CrashRecord: Hashable, Sendable {
  /// When the server started again, in seconds since 1970.
  let time: Int
  /// The instance that was made.
  let owner: PersistedInstance.Owner

  init(time: Int, owner: PersistedInstance.Owner) {
    self.time = time
    self.owner = owner
  }

  /// Parses a line; nil if it is incomplete, as the last line may be.
  init?(line: Substring) {
    let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 4, let time = Int(parts[0]), !parts[1].isEmpty else { return nil }
    func named(_ text: String) -> String? { text.isEmpty ? nil : text }
    self.init(
      time: time, owner: PersistedInstance.Owner(page: parts[1], browser: named(parts[2]), tab: named(parts[3])))
  }

  /// The line, without its end.
  var line: String {
    let texts = [owner.page, owner.browser ?? "", owner.tab ?? ""]
    return "\(time)\t" + texts.map { String($0.map { $0.isNewline || $0 == "\t" ? "?" : $0 }) }.joined(separator: "\t")
  }
}
