import Espalier

/// A picture that is made from a number: a sky, a sun and three ridges of hills.
struct Landscape: Codable, Hashable, Sendable {
  private let hue: Int
  private let sun: [Int]
  private let ridges: [[Int]]

  /// The same number always gives the same picture.
  init(number: Int) {
    var random = DemoRandom(seed: UInt64(number) &* 7919)
    hue = Int.random(in: 0..<360, using: &random)
    sun = [Int.random(in: 60...260, using: &random), Int.random(in: 28...70, using: &random)]
    ridges = (0..<3).map { row in
      (0..<6).map { _ in 62 + row * 34 + Int.random(in: -18...18, using: &random) }
    }
  }

  var html: HTML {
    """
    <svg viewBox="0 0 320 180" preserveAspectRatio="xMidYMid slice" aria-hidden="true">\
    <rect width="320" height="180" fill="hsl(\(hue) 42% 78%)"/>\
    <circle cx="\(sun[0])" cy="\(sun[1])" r="16" fill="hsl(\((hue + 40) % 360) 80% 92%)"/>\
    \(ridges.enumerated().map { ridge($0.offset, $0.element) })</svg>
    """
  }

  /// The area below a smooth line through six heights.
  private func ridge(_ row: Int, _ heights: [Int]) -> HTML {
    let curve = heights.enumerated().map { "S\($0.offset * 64 - 28) \($0.element) \($0.offset * 64) \($0.element)" }
    let path = "M-64 \(heights[0])C-48 \(heights[0]) -48 \(heights[0]) -32 \(heights[0])\(curve.joined())V180H-64Z"
    return "<path d=\"\(path)\" fill=\"hsl(\((hue + row * 14) % 360) \(30 + row * 4)% \(58 - row * 16)%)\"/>"
  }
}
