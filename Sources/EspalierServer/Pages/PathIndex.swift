import Espalier
import EspalierHTTP

/// Finds the page or route at a path, by the path's segments. Cost: one look-up for a path without parameters; otherwise one
/// comparison for each pattern of that length.
struct PathIndex<Target: Sendable>: Sendable {
  struct Match {
    let target: Target
    /// The texts of the path's parameters.
    let values: [(name: String, value: String)]
  }

  private struct Entry {
    let pattern: PathPattern
    let target: Target
    /// The segments of a path without parameters.
    let literals: [String]
  }

  private var literals: [[String]: Entry] = [:]
  /// By the number of segments. The first that matches counts.
  private var patterns: [Int: [Entry]] = [:]

  /// An index of targets. The first of two with the same path counts; the check of the site reports the other.
  init(_ targets: [(pattern: PathPattern, target: Target)]) {
    for (pattern, target) in targets {
      let entry = Entry(pattern: pattern, target: target, literals: pattern.literals)
      if pattern.names.isEmpty {
        if literals[entry.literals] == nil { literals[entry.literals] = entry }
      } else {
        patterns[pattern.segments.count, default: []].append(entry)
      }
    }
    for count in patterns.keys { patterns[count]?.sort { $0.pattern.precedes($1.pattern) } }
  }

  /// The target at the path with these decoded segments; nil if there is none.
  func match(_ segments: [String]) -> Match? {
    // Swift compares texts by canonical equivalence (Unicode), the pattern compares bytes, as proxies do.
    if let entry = literals[segments],
      zip(entry.literals, segments).allSatisfy({ $0.hasSameBytes(as: $1) })
    {
      return Match(target: entry.target, values: [])
    }
    for entry in patterns[segments.count] ?? [] {
      if let values = entry.pattern.values(in: segments) { return Match(target: entry.target, values: values) }
    }
    return nil
  }
}
