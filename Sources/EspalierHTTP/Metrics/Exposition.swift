/// Collects metrics, and writes them in the Prometheus text exposition format, version 0.0.4. Pure: it knows names,
/// labels and numbers only.
package struct Exposition {
  package enum Kind: String { case counter, gauge, histogram }

  /// One line of a family: its labels and its number.
  package struct Sample {
    let labels: [(name: String, value: String)]
    let number: Number

    init(_ labels: [(String, String)] = [], _ number: Number) {
      self.labels = labels.map { (name: $0.0, value: $0.1) }
      self.number = number
    }

    package init(_ labels: [(String, String)] = [], _ count: Int) { self.init(labels, .count(count)) }
  }

  /// A number, written exactly, without conversion to floating point.
  enum Number: Equatable {
    case count(Int)
    /// Written as seconds, the base unit.
    case nanoseconds(Int)

    var value: Double {
      switch self {
      case .count(let count): Double(count)
      case .nanoseconds(let all): Double(all) / 1e9
      }
    }

    var text: String {
      switch self {
      case .count(let count): return String(count)
      case .nanoseconds(let all):
        let (seconds, rest) = all.magnitude.quotientAndRemainder(dividingBy: 1_000_000_000)
        let digits = String(1_000_000_000 + rest).dropFirst()
        let fraction = digits.reversed().drop { $0 == "0" }.reversed()
        return (all < 0 ? "-" : "") + String(seconds) + (fraction.isEmpty ? "" : "." + String(fraction))
      }
    }
  }

  /// The samples of one name.
  fileprivate struct Family {
    let name: String
    let kind: Kind
    let help: String
    /// Each with the ending of its name.
    let samples: [(ending: String, sample: Sample)]
  }

  private var families: [Family] = []

  package init() {}

  /// A family of one number.
  package mutating func add(_ name: String, _ kind: Kind, _ help: String, _ value: Int) {
    add(name, kind, help, [Sample([], value)])
  }

  /// A family with its samples, each with its own labels.
  package mutating func add(_ name: String, _ kind: Kind, _ help: String, _ samples: [Sample]) {
    families.append(Family(name: name, kind: kind, help: help, samples: samples.map { ("", $0) }))
  }

  /// A histogram: cumulative buckets up to `+Inf`, the sum in seconds and the count.
  package mutating func add(_ name: String, _ help: String, _ histogram: Histogram.Snapshot) {
    var samples: [(String, Sample)] = []
    var count = 0
    for (index, bucket) in histogram.buckets.enumerated() {
      count += bucket
      let isLast = index == Histogram.bounds.count
      let bound = isLast ? "+Inf" : Number.nanoseconds(Histogram.bounds[index]).text
      samples.append(("_bucket", Sample([("le", bound)], count)))
    }
    samples.append(("_sum", Sample([], .nanoseconds(histogram.sum))))
    samples.append(("_count", Sample([], count)))
    families.append(Family(name: name, kind: .histogram, help: help, samples: samples))
  }

  /// The numbers as values.
  package var metrics: [Metric] {
    families.flatMap { family in
      family.samples.map { ending, sample in
        Metric(
          name: family.name + ending, labels: sample.labels, value: sample.number.value,
          isCounter: family.kind != .gauge)
      }
    }
  }

  /// The text. A family without samples has only its help and type lines.
  package var bytes: [UInt8] {
    var text = ExpositionText()
    for family in families { text.add(family) }
    return text.bytes
  }
}

/// The lines of the text format.
private struct ExpositionText {
  var bytes: [UInt8] = []

  mutating func add(_ family: Exposition.Family) {
    bytes += "# HELP \(family.name) ".utf8
    escape(family.help, quotes: false)
    bytes += "\n# TYPE \(family.name) \(family.kind.rawValue)\n".utf8
    for (ending, sample) in family.samples { line(family.name + ending, sample) }
  }

  private mutating func line(_ name: String, _ sample: Exposition.Sample) {
    bytes += name.utf8
    for (index, label) in sample.labels.enumerated() {
      bytes += "\(index == 0 ? "{" : ",")\(label.name)=\"".utf8
      escape(label.value, quotes: true)
      bytes += "\"".utf8
    }
    bytes += "\(sample.labels.isEmpty ? "" : "}") \(sample.number.text)\n".utf8
  }

  private mutating func escape(_ text: String, quotes: Bool) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\\"): bytes += "\\\\".utf8
      case UInt8(ascii: "\n"): bytes += "\\n".utf8
      case UInt8(ascii: "\"") where quotes: bytes += "\\\"".utf8
      default: bytes.append(byte)
      }
    }
  }
}
