/// Measures two pieces of work in turn, many times, so that changes in the machine's speed affect both equally.
struct Comparison {
  /// The seconds for one call, the median of all rounds.
  let subject: Double
  let baseline: Double
  /// The median of the ratios of all rounds. This is the number to quote.
  let ratio: Double

  init(rounds: Int = 15, calls: Int, _ subject: () throws -> Void, against baseline: () throws -> Void) rethrows {
    let clock = ContinuousClock()
    func seconds(_ work: () throws -> Void) rethrows -> Double {
      let time = try clock.measure { for _ in 0..<calls { try work() } }
      return time / .seconds(1) / Double(calls)
    }
    var pairs: [(subject: Double, baseline: Double)] = []
    // The first round warms caches and allocators and does not count.
    for round in 0...rounds {
      let pair = (subject: try seconds(subject), baseline: try seconds(baseline))
      if round > 0 { pairs.append(pair) }
    }
    self.subject = median(pairs.map(\.subject))
    self.baseline = median(pairs.map(\.baseline))
    ratio = median(pairs.map { $0.subject / $0.baseline })
  }
}

func median(_ numbers: [Double]) -> Double { numbers.sorted()[numbers.count / 2] }

/// Rounds to two decimals, or to four for a number below 0.01. Does not need Foundation.
func rounded(_ number: Double) -> String {
  let scale: Double = number < 0.01 ? 10_000 : 100
  return "\((number * scale).rounded() / scale)"
}

func pad(_ text: String, _ width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - text.count))
}
