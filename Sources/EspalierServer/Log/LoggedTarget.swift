import Espalier

/// A request's target as it stands in the log: what would lead whoever reads it to somebody's page is cut short.
enum LoggedTarget {
  private static let secrets = [WireName.instance, WireName.load]
  private static let shown = 6

  static func text(of target: String) -> String {
    guard let mark = target.firstIndex(of: "?"), secrets.contains(where: { target.contains("\($0)=") }) else {
      return target
    }
    let parts = target[target.index(after: mark)...].split(separator: "&", omittingEmptySubsequences: false)
    return target[...mark] + parts.map(cut).joined(separator: "&")
  }

  private static func cut(_ part: Substring) -> String {
    guard let equals = part.firstIndex(of: "="), secrets.contains(String(part[..<equals])) else { return String(part) }
    let value = part[part.index(after: equals)...]
    return value.count > shown ? "\(part[...equals])\(value.prefix(shown))…" : String(part)
  }
}
