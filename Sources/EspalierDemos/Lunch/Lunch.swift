import Espalier

struct Dish: Content, Identifiable {
  static let vote = Event<String>("vote")
  let id: String
  var votes = 0

  var html: HTML {
    """
    <b>\(id)</b> <output>\(votes)</output>
    <button \(Self.vote, sends: id)>Vote</button>
    """
  }
}

final class Lunch: ContainerModel {
  @NodeState private var votes = ["Curry": 0, "Pizza": 0, "Soup": 0]

  override func didLoad() {
    on(Dish.vote) { lunch, dish in lunch.votes[dish]? += 1 }
  }

  override func willRender() {
    let sorted = votes.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    set(rows: sorted.map { Dish(id: $0.key, votes: $0.value) })
  }
}
