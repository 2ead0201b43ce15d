import Espalier
import Synchronization

/// One variety of seeds.
struct Variety: Identifiable, Hashable, Sendable, Codable {
  enum Kind: String, CaseIterable, Codable, Sendable {
    case flower, herb, vegetable

    var title: String {
      switch self {
      case .flower: "Flowers"
      case .herb: "Herbs"
      case .vegetable: "Vegetables"
      }
    }
  }

  let id: Int
  var name: String
  var kind: Kind
  var packets: Int
}

/// The seeds that everybody shares. Each page listens to it and shows a part of it.
final class SeedLibrary: Sendable {
  let varieties = Signal([
    Variety(id: 1, name: "Sweet basil", kind: .herb, packets: 12),
    Variety(id: 2, name: "Black cherry tomato", kind: .vegetable, packets: 7),
    Variety(id: 3, name: "Common poppy", kind: .flower, packets: 20),
    Variety(id: 4, name: "Rainbow chard", kind: .vegetable, packets: 5),
    Variety(id: 5, name: "Lemon balm", kind: .herb, packets: 0),
    Variety(id: 6, name: "Night-scented stock", kind: .flower, packets: 9),
    Variety(id: 7, name: "Purple carrot", kind: .vegetable, packets: 14),
    Variety(id: 8, name: "Borage", kind: .herb, packets: 3),
  ])
  /// The last number. A number is not used twice, so that a link to a removed variety never leads to another one.
  private let numbers = Atomic(8)
  /// The library keeps at most this many varieties.
  static let most = 200

  /// The variety with a number; nil if there is none.
  subscript(id: Int) -> Variety? { varieties.value?.first { $0.id == id } }

  /// Adds a variety and returns it; nil if the library is full.
  func add(_ name: String, _ kind: Variety.Kind) -> Variety? {
    var added: Variety?
    varieties.update { all in
      guard all.count < Self.most else { return }
      let variety = Variety(id: numbers.add(1, ordering: .relaxed).newValue, name: name, kind: kind, packets: 10)
      all.append(variety)
      added = variety
    }
    return added
  }

  /// Changes the variety with a number, if there is one.
  func change(_ id: Int, _ change: (inout Variety) -> Void) {
    varieties.update { all in
      if let index = all.firstIndex(where: { $0.id == id }) { change(&all[index]) }
    }
  }

  /// Takes a packet of the variety with a number, if there is one.
  func take(_ id: Int) { change(id) { $0.packets = max(0, $0.packets - 1) } }

  func remove(_ id: Int) { varieties.update { $0.removeAll { $0.id == id } } }
}
