import EspalierHTTP
import EspalierServer
import Espalier

/// Decides what becomes of each message of a sequence. Pure: the same faults and sizes give the same fates.
struct FaultPlan {
  /// What becomes of one message.
  enum Fate: Hashable {
    case whole
    case twice
    /// It waits for the next one to pass.
    case held
    case lost
    /// So many bytes arrive, then the connection ends.
    case cut(after: Int)
  }

  private let faults: Faults
  /// By kind, how many messages could have been struck so far.
  private var passed = Faults.none
  private var random: SeededRandom?

  init(_ faults: Faults) {
    self.faults = faults
    random = faults.seed.map { SeededRandom(state: UInt64(bitPattern: Int64($0))) }
  }

  /// The next message's fate. The gravest kind is asked first; what it takes does not count for the others, so each has its turn.
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

  /// A number by chance; nil where nothing is left to it.
  private mutating func draw(_ range: ClosedRange<Int>) -> Int? {
    guard var random else { return nil }
    defer { self.random = random }
    return Int.random(in: range, using: &random)
  }
}
