import Espalier

/// A request's target as it stands in the log: what would lead whoever reads it to somebody's page is cut short.
enum LoggedTarget {
  private static let secrets = [WireName.instance, WireName.load]
  private static let shown = 6

  static func text(of target: String) -> String {
    guard let mark = target.firstIndex(of: "?"), target.utf8.contains(UInt8(ascii: "=")) else {
      return target
    }
    let parts = target[target.index(after: mark)...].split(separator: "&", omittingEmptySubsequences: false)
    return target[...mark] + parts.map(cut).joined(separator: "&")
  }

  /// The name is compared as the router reads it, so that `%69nstance` is cut too.
  private static func isSecret(_ name: Substring) -> Bool {
    let read = (try? percentDecoded(name.utf8, plusIsSpace: true)) ?? String(name)
    return secrets.contains(read)
  }

  private static func cut(_ part: Substring) -> String {
    guard let equals = part.firstIndex(of: "="), isSecret(part[..<equals]) else { return String(part) }
    let value = part[part.index(after: equals)...]
    return value.count > shown ? "\(part[...equals])\(value.prefix(shown))…" : String(part)
  }
}
