import Espalier
import Glibc

/// Collects the measurements as rows that name their baseline, and prints each row at once.
final class Report {
  private struct Row {
    let group: String
    let name: String
    let baseline: String
    let unit: String
    let value: Double
    let against: Double
    let ratio: Double
  }

  /// Whether sizes and rounds are small. The numbers then mean nothing.
  let isShort: Bool
  private let countsInstructions: Bool
  private var rows: [Row] = []
  private var group = ""
  private var baseline = ""

  init(isShort: Bool, countsInstructions: Bool) {
    self.isShort = isShort
    self.countsInstructions = countsInstructions
  }

  /// Returns the size for this run. The names of rows have the full size.
  func size(_ whole: Int) -> Int { isShort ? max(2, whole / 50) : whole }

  /// Begins a group of rows that share a baseline.
  func begin(_ group: String, against baseline: String) {
    (self.group, self.baseline) = (group, baseline)
    print("\n\(group)\n  against \(baseline)")
    fflush(nil)
  }

  /// Measures two pieces of work in turn, and adds a row in microseconds.
  func compare(
    _ name: String, rounds: Int = 15, calls: Int, _ subject: () throws -> Void, against baseline: () throws -> Void
  ) rethrows {
    if countsInstructions {
      try Instructions.count("\(group): \(name)", subject, against: baseline)
      return
    }
    let comparison = try Comparison(
      rounds: isShort ? 1 : rounds, calls: isShort ? 1 : calls, subject, against: baseline)
    add(
      Row(
        group: group, name: name, baseline: self.baseline, unit: "µs", value: comparison.subject * 1_000_000,
        against: comparison.baseline * 1_000_000, ratio: comparison.ratio))
  }

  /// Adds a row with a number and the number to compare it with. `baseline` is the group's unless it is given.
  func add(_ name: String, _ value: Double, _ unit: String, against: Double, baseline: String? = nil) {
    add(
      Row(
        group: group, name: name, baseline: baseline ?? self.baseline, unit: unit, value: value, against: against,
        ratio: value / against))
  }

  private func add(_ row: Row) {
    rows.append(row)
    let numbers = [row.value, row.against].map { pad("\(rounded($0)) \(row.unit)", 14) }
    print(pad("  \(row.name)", 60), numbers[0], numbers[1], "× \(rounded(row.ratio))")
    fflush(nil)
  }

  /// Writes the rows as JSON.
  func write(to path: String) {
    let rows = rows.map { row -> JSON in
      [
        "group": .string(row.group), "name": .string(row.name), "baseline": .string(row.baseline),
        "unit": .string(row.unit), "value": .double(row.value), "against": .double(row.against),
        "ratio": .double(row.ratio),
      ]
    }
    let document: JSON = ["short": .bool(isShort), "rows": .array(rows)]
    guard let file = unsafe fopen(path, "w") else { return print("cannot write \(path)") }
    unsafe fputs(document.description + "\n", file)
    unsafe fclose(file)
  }
}
