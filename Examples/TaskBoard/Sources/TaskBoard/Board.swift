import Espalier

/// All cards of the team. Every page listens to it and shows a part of it.
final class Board: Sendable {
  let cards = Signal<[Int: Card]>([:])
  let archive = Signal<[Int: Card]>([:])
  let lastID = Signal(0)

  /// The card with a number, on the board or in the archive; nil if there is none.
  subscript(id: Int) -> Card? { cards.value?[id] ?? archive.value?[id] }

  /// The cards of a column, from top to bottom.
  static func column(_ status: Card.Status, of cards: [Int: Card]) -> [Card] {
    cards.values.filter { $0.status == status }.sorted { ($0.rank, $0.id) < ($1.rank, $1.id) }
  }

  func add(_ fields: Card.Fields, to status: Card.Status = .todo) {
    var id = 0
    lastID.update { ($0, id) = ($0 + 1, $0 + 1) }
    cards.update { [id] cards in
      let bottom = Self.column(status, of: cards).last?.rank ?? 0
      cards[id] = Card(id: id, fields: fields, status: status, rank: bottom + 1)
    }
  }

  /// Changes a card, on the board or in the archive.
  func change(_ id: Int, _ change: (inout Card) -> Void) {
    (cards.value?[id] == nil ? archive : cards).update { cards in
      guard var card = cards[id] else { return }
      change(&card)
      cards[id] = card
    }
  }

  /// Puts a card into a column, below another card; at the top if that is nil.
  func move(_ id: Int, to status: Card.Status, below other: Int?) {
    cards.update { cards in
      var column = Self.column(status, of: cards).filter { $0.id != id }
      let index = (column.firstIndex { $0.id == other } ?? -1) + 1
      // After many moves into one gap, the numbers in it are used up.
      if index > 0, index < column.count, column[index].rank - column[index - 1].rank < 0.000_001 {
        for place in column.indices { column[place].rank = Double(place) }
        for card in column { cards[card.id] = card }
      }
      let low = index > 0 ? column[index - 1].rank : (column.first?.rank ?? 0) - 2
      let high = index < column.count ? column[index].rank : low + 2
      cards[id]?.status = status
      cards[id]?.rank = (low + high) / 2
    }
  }

  func remove(_ id: Int) { for part in [cards, archive] { part.update { $0[id] = nil } } }

  /// Moves a card into the archive, or back to the board.
  func archive(_ id: Int, _ isArchived: Bool = true) {
    let (old, new) = isArchived ? (cards, archive) : (archive, cards)
    guard let card = old.value?[id] else { return }
    new.update { $0[id] = card }
    old.update { $0[id] = nil }
  }

  /// The cards on the board as comma-separated values (RFC 4180).
  var csv: String {
    let lines = (cards.value ?? [:]).values.sorted { $0.id < $1.id }.map { card in
      let fields = card.fields
      return [fields.title, card.status.rawValue, fields.assignee?.rawValue ?? "", fields.due?.rawValue ?? ""]
    }
    let all = [["title", "status", "assignee", "due"]] + lines
    return all.map { $0.map(Self.quoted).joined(separator: ",") + "\r\n" }.joined()
  }

  /// A text as one value. A spreadsheet must not take it for a formula.
  private static func quoted(_ text: String) -> String {
    "\"\("=+-@\t\r".utf8.contains(text.utf8.first ?? 0) ? "'" : "")\(text.replacing("\"", with: "\"\""))\""
  }
}
