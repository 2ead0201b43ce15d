import EspalierHTTP
import EspalierServer
import Espalier

/// Decides what happens to each message of a sequence. Pure: the same faults and sizes give the same fates.
struct FaultPlan {
  /// What happens to one message.
  enum Fate: Hashable {
    case whole
    case twice
    /// The message arrives after the next one.
    case held
    case lost
    /// Only this many bytes arrive, then the connection ends.
    case cut(after: Int)
  }

  private let faults: Faults
  /// For each kind, the number of messages that it was checked for so far.
  private var passed = Faults.none
  private var random: SeededRandom?

  init(_ faults: Faults) {
    self.faults = faults
    random = faults.seed.map { SeededRandom(state: UInt64(bitPattern: Int64($0))) }
  }

  /// Returns the next message's fate. The most severe kind is checked first. A message that it hits does not count for
  /// the other kinds, so each kind has its turn.
  mutating func fate(of size: Int) -> Fate {
    if strikes(\.cut) { return size > 1 ? .cut(after: middle(of: size)) : .lost }
    if strikes(\.drop) { return .lost }
    if strikes(\.reorder) { return .held }
    if strikes(\.duplicate) { return .twice }
    return .whole
  }

  private mutating func strikes(_ kind: WritableKeyPath<Faults, Int>) -> Bool {
    let often = faults[keyPath: kind]
    guard often > 0 else { return false }
    if let chance = draw(1...often) { return chance == 1 }
    passed[keyPath: kind] += 1
    return passed[keyPath: kind] % often == 0
  }

  private mutating func middle(of size: Int) -> Int { draw(1...(size - 1)) ?? size / 2 }

  /// Returns a random number; nil without a seed.
  private mutating func draw(_ range: ClosedRange<Int>) -> Int? {
    guard var random else { return nil }
    defer { self.random = random }
    return Int.random(in: range, using: &random)
  }
}
