import Espalier

/// How often an entry was posted. Each version of the program saves it in another form.
protocol Count: Codable, Hashable, Sendable {
  static var version: Int { get }
  /// For one count, and for a dictionary of them.
  static var migrations: [Migration<Self>] { get }
  static var dictionaryMigrations: [Migration<[String: Self]>] { get }
  init()
  mutating func add()
}

struct FirstCount: Count {
  static let version = 1
  static let migrations: [Migration<FirstCount>] = []
  static let dictionaryMigrations: [Migration<[String: FirstCount]>] = []
  var count = 0

  mutating func add() { count += 1 }
}

/// Needs a migration from the first form. The first version can read it.
struct SecondCount: Count {
  static let version = 2
  static let migrations: [Migration<SecondCount>] = [.from(1, FirstCount.self, SecondCount.init)]
  static let dictionaryMigrations: [Migration<[String: SecondCount]>] = [
    .from(1, [String: FirstCount].self) { $0.mapValues(SecondCount.init) }
  ]
  var count = 0
  var unit: String

  init() { unit = "posts" }
  init(_ old: FirstCount) { (count, unit) = (old.count, "posts") }

  mutating func add() { count += 1 }
}

/// No older version can read it.
struct ThirdCount: Count {
  static let version = 3
  static let migrations: [Migration<ThirdCount>] = [
    .from(1, FirstCount.self) { ThirdCount(SecondCount($0)) }, .from(2, SecondCount.self, ThirdCount.init),
  ]
  static let dictionaryMigrations: [Migration<[String: ThirdCount]>] = [
    .from(1, [String: FirstCount].self) { $0.mapValues { ThirdCount(SecondCount($0)) } },
    .from(2, [String: SecondCount].self) { $0.mapValues(ThirdCount.init) },
  ]
  var marks: [Bool] = []

  init() {}
  init(_ old: SecondCount) { marks = Array(repeating: true, count: old.count) }

  mutating func add() { marks.append(true) }
}
