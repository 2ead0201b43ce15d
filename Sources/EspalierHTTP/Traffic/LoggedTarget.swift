/// The form of a request's target in the log. It shortens the values of some query parameters.
struct LoggedTarget {
  /// Parameters whose value would let a reader of the log open somebody's page.
  let secrets: [String]
  private static let shown = 6

  func text(of target: String) -> String {
    guard let mark = target.firstIndex(of: "?"), target.utf8.contains(UInt8(ascii: "=")) else {
      return target
    }
    let parts = target[target.index(after: mark)...].split(separator: "&", omittingEmptySubsequences: false)
    return target[...mark] + parts.map(cut).joined(separator: "&")
  }

  /// Compares the decoded name, as the router does, so that it also finds `%69nstance`.
  private func isSecret(_ name: Substring) -> Bool {
    let read = (try? percentDecoded(name.utf8, plusIsSpace: true)) ?? String(name)
    return secrets.contains(read)
  }

  private func cut(_ part: Substring) -> String {
    guard let equals = part.firstIndex(of: "="), isSecret(part[..<equals]) else { return String(part) }
    let value = part[part.index(after: equals)...]
    return value.count > Self.shown ? "\(part[...equals])\(value.prefix(Self.shown))…" : String(part)
  }
}
