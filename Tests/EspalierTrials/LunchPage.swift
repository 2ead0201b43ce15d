import Espalier
import EspalierServer

struct Dish: Content, Identifiable {  // a row: a value, and its markup
  let id: String
  var votes = 0
  static let vote = Event<String>("vote")
  var html: HTML { "<b>\(id)</b> <output>\(votes)</output> <button \(Self.vote, sends: id)>Vote</button>" }
}

struct Total: Content {
  var votes = 0
  var html: HTML { "<p>\(votes) votes</p>" }
}

final class TotalModel: CellModel<Total> {  // a row's model: it listens to data from above
  static let votes = SharedData<Int>("votes")
  override func didLoad() { subscribe(to: Self.votes) { $0.content.votes = $1 } }
}

final class Lunch: ContainerModel {  // a container: it answers the events of its rows
  @NodeState private var votes = ["Soup": 0, "Curry": 0, "Pizza": 0]

  override func didLoad() {
    footer = TotalModel(Total())
    on(Dish.vote) { lunch, dish in lunch.votes[dish]? += 1 }
  }

  override func willRender() {
    set(rows: votes.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { Dish(id: $0.key, votes: $0.value) })
    share(votes.values.reduce(0, +), to: TotalModel.votes)
  }
}
