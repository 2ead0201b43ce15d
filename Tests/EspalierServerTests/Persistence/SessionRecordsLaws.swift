import Espalier
import EspalierTestSupport
import EspalierTesting
import Testing

@testable import EspalierServer

/// The session of a browser at several servers, over one row of a database.
@Suite struct SessionRecordsLaws {
  /// A server. Each of its changes adds a number that nobody else adds.
  private final class Copy {
    let value = SessionValue<[Int]>([])
    let records = SessionRecords(of: "browser", ServiceTurns())
    /// What it has added and not taken.
    var fresh: [Int] = []
    /// What is on its way, in order.
    var coming: [(save: SessionSave, added: [Int])] = []

    init(_ row: SessionRow) {
      _ = records.add(value.record(as: "numbers", isShared: true))
      records.hear(row)
    }

    var numbers: [Int] { value.signal.value ?? [] }
  }

  @Test(arguments: seeds(1000))
  func `law: each server shows the row, what is on its way, and what is new`(seed: Int) async throws {
    var random = SeededRandom(state: UInt64(seed))
    var (row, saved) = (SessionRow(), [Int]())
    let copies = (0..<3).map { _ in Copy(row) }
    for number in 0..<60 {
      let copy = copies.randomElement(using: &random) ?? copies[0]
      switch Int.random(in: 0..<10, using: &random) {
      case 0...3:
        copy.value.update { $0.append(number) }
        copy.fresh.append(number)
      case 4, 5:
        guard let save = try copy.records.take() else {
          #expect(copy.fresh.isEmpty, "seed \(seed)")
          continue
        }
        copy.coming.append((save, copy.fresh))
        copy.fresh = []
      case 6, 7:
        guard let index = copy.coming.indices.randomElement(using: &random) else { continue }
        let (save, added) = copy.coming.remove(at: index)
        row = try save.changed(row)
        saved += added
        // Somebody may have read the row already.
        if Bool.random(using: &random) {
          copy.records.hear(row)
          #expect(copy.numbers == saved + copy.coming.flatMap(\.added) + copy.fresh, "seed \(seed)")
        }
        save.save(in: row)
      case 8:
        // Refused.
        guard let index = copy.coming.indices.randomElement(using: &random) else { continue }
        copy.coming.remove(at: index).save.drop()
      default: copy.records.hear(row)
      }
      let own = copy.coming.flatMap(\.added) + copy.fresh
      #expect(copy.numbers.filter(own.contains) == own, "seed \(seed)")
    }
    for copy in copies {
      copy.records.hear(row)
      #expect(copy.numbers == saved + copy.coming.flatMap(\.added) + copy.fresh, "seed \(seed)")
    }
    withExtendedLifetime(copies) {}
  }

  @Test func `a value that is sent and not changed replaces what others have saved`() throws {
    let (one, two) = (Copy(SessionRow()), Copy(SessionRow()))
    one.value.update { $0.append(1) }
    var row = try #require(try one.records.take()).changed(SessionRow())
    two.value.signal.send([7])
    two.records.hear(row)
    #expect(two.numbers == [7])
    row = try #require(try two.records.take()).changed(row)
    one.records.hear(row)
    #expect(one.numbers == [7])
  }

  @Test func `a change that nobody saves is dropped`() async throws {
    let copy = Copy(SessionRow())
    copy.value.update { $0.append(1) }
    var save = try copy.records.take()
    #expect(copy.numbers == [1] && copy.records.underWay != nil)
    #expect(save?.browser == "browser")
    save = nil
    try await until { copy.numbers == [] && copy.records.underWay == nil }
  }

  @Test func `a change without an effect is saved too, and not made later`() throws {
    let (one, two) = (Copy(SessionRow()), Copy(SessionRow()))
    two.value.update { $0 = [1] }
    var row = try #require(try two.records.take()).changed(SessionRow())
    one.value.update { $0 = [1] }
    one.records.hear(row)
    row = try #require(try one.records.take()).changed(row)
    two.value.update { $0 = [2] }
    row = try #require(try two.records.take()).changed(row)
    one.records.hear(row)
    #expect(one.numbers == [2])
    #expect(try one.records.take() == nil)
  }

  @Test func `a closure may look for another value of the session`() async throws {
    let copy = Copy(SessionRow(number: 1, states: ["other": 7]))
    let (records, other) = (copy.records, SessionValue(0))
    copy.value.update { numbers in
      _ = records.add(other.record(as: "other", isShared: true))
      numbers.append(other.signal.value ?? 0)
    }
    #expect(copy.numbers == [7])
  }

  @Test func `an older row changes nothing`() throws {
    let copy = Copy(SessionRow())
    copy.records.hear(SessionRow(number: 2, states: ["numbers": [2]]))
    copy.records.hear(SessionRow(number: 1, states: ["numbers": [1]]))
    #expect(copy.numbers == [2])
    copy.records.hear(SessionRow(number: 3))
    #expect(copy.numbers == [])
    #expect(try copy.records.take() == nil)
  }
}
