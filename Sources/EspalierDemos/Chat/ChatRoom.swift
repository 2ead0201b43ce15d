import Espalier
import Glibc

/// The conversation that all windows show: a service of the site.
final class ChatRoom: Sendable {
  struct Message: Codable, Hashable, Sendable {
    let number: Int
    let author: String
    /// The guest who wrote it; 0 for the messages that were there from the beginning.
    var writer = 0
    let text: String
    var time = ""
  }

  /// The room forgets older messages.
  static let most = 500

  let messages = Signal(ChatRoom.history)
  /// Who is writing now: their names by their numbers.
  let writing = Signal<[Int: String]>([:])
  /// Who has the conversation open: their names by their numbers.
  let here = Signal<[Int: String]>([:])
  private let guests = Signal(0)

  /// The number of a new guest.
  func enter() -> Int {
    var number = 0
    guests.update { count in
      count += 1
      number = count
    }
    return number
  }

  /// The messages from a number on.
  func messages(from first: Int) -> [Message] {
    let all = messages.value ?? []
    return Array(all.suffix(max(0, (all.last?.number ?? 0) - first + 1)))
  }

  /// The number of the oldest message that the room has.
  var oldest: Int { messages.value?.first?.number ?? 1 }

  func say(_ text: String, as writer: Int, _ author: String) {
    messages.update { all in
      let number = (all.last?.number ?? 0) + 1
      all.append(Message(number: number, author: author, writer: writer, text: text, time: Self.now))
      all.removeFirst(max(0, all.count - Self.most))
    }
  }

  func set(_ guest: Int, isHere name: String?) { here.update { $0[guest] = name } }

  func set(_ writer: Int, isWriting name: String?) {
    writing.update { $0[writer] = name }
  }

  /// The time of day in UTC.
  private static var now: String {
    let minutes = time(nil) / 60 % 1440
    return "\(minutes < 600 ? "0" : "")\(minutes / 60):\(minutes % 60 < 10 ? "0" : "")\(minutes % 60)"
  }

  static func name(of writer: Int) -> String {
    let name = names[(writer - 1) % names.count]
    let round = (writer - 1) / names.count
    return round == 0 ? name : "\(name) \(round + 1)"
  }

  private static let names = ["Robin", "Sam", "Kim", "Luca", "Nora", "Juri", "Mika", "Toni"]

  /// What was said on the days before, and today.
  private static let history = (before + today).enumerated().map { index, said in
    Message(number: index + 1, author: said.author, text: said.text, time: said.time)
  }

  private typealias Said = (author: String, text: String, time: String)

  private static let before: [Said] = ["Mon", "Tue", "Wed", "Thu", "Fri"].enumerated().flatMap { day, name in
    talk.indices.map { index in
      // Each day other people say the same things.
      let time = "\(name) \(8 + index / 2):\(index % 2)5"
      return (people[(index + day) % people.count], talk[(index + 3 * day) % talk.count], time)
    }
  }

  private static let people = ["Ada", "Ben", "Cleo", "Dora", "Emil"]

  private static let talk = [
    "Good morning! Who waters today?", "I do, at six.", "The slugs were at my lettuce.",
    "Take the beer trap from the shed.", "It is full already.", "Has anybody seen the small fork?",
    "Behind the compost.", "Found it, thank you.", "The beans need poles.", "I bring some from the wood.",
    "There is rain coming at four.", "Then I shall mow at noon.", "Leave the clover for the bees, please.",
    "Who wants courgettes?", "Not me, I have twelve.", "I take two.", "The gate does not close.",
    "I look at it tomorrow.", "Good night, all.",
  ]

  private static let today: [Said] = [
    ("Ada", "The first tomatoes are red.", "07:58"), ("Ben", "Mine are still flowers!", "08:01"),
    ("Ada", "Which ones do you grow?", "08:02"),
    ("Ben", "Black cherry. The seeds are from https://example.org/seeds?kind=tomato", "08:04"),
    ("Cleo", "I can give you plants of mine.\nThey are taller than the fence.", "08:15"),
    ("Ben", "Gladly. When can I come?", "08:16"), ("Cleo", "Saturday, after the market.", "08:17"),
    ("Ada", "Bring a pot, she never has one.", "08:20"), ("Ben", "Two, then.", "08:21"),
    ("Dora", "Does somebody have string? My beans are on the ground.", "09:40"),
    ("Cleo", "A whole roll, in the shed. Take what you need.", "09:44"), ("Dora", "Thank you!", "09:45"),
  ]
}
