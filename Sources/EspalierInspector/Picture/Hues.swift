import EspalierHTTP
import EspalierServer
import Espalier

/// Colours for the names of shared data. Each name gets its own colour, until the colours repeat.
struct Hues {
  /// The number of colours in `picture.css`.
  static let count = 8

  private var hues: [String: Int] = [:]

  init(_ sketch: Sketch) {
    for shared in sketch.siteShares { add(shared.name) }
    add(sketch.root)
  }

  subscript(_ name: String) -> Int { hues[name] ?? 0 }

  /// Returns shared values with their colours. Long values are cut.
  func data(_ shares: [NodeFacts.Shared]) -> [NodeCard.Datum] {
    shares.map { NodeCard.Datum(name: $0.name, value: $0.value.cut(to: 80), hue: self[$0.name]) }
  }

  private mutating func add(_ branch: Sketch.Branch) {
    for name in branch.facts.shares.map(\.name) + branch.facts.listens { add(name) }
    for branch in branch.branches ?? [] { add(branch) }
  }

  private mutating func add(_ name: String) {
    if hues[name] == nil { hues[name] = hues.count % Self.count }
  }
}
