import Espalier

/// One order of the shop: packed, or sent if it was read again by a refresh.
struct GrowingRow: Content, Identifiable {
  let id: Int
  /// The number of refreshes before the row was read.
  var readings: Int

  private var page: Int { (id - 1) / Archive.page + 1 }
  private var plant: String { Self.plants[id % Self.plants.count] }

  var html: HTML {
    """
    <span class="dot tone-\(page)"></span><span>Order \(1000 + id), \(plant)</span>\
    <span class="note">\(readings == 0 ? "packed, page \(page)" : "sent, read \(readings + 1)×")</span>
    """
  }

  private static let plants = [
    "2 pears", "1 fig", "6 currants", "1 quince", "10 roses", "1 medlar", "3 plums", "1 walnut", "4 hazels",
  ]
}
