import Espalier

/// One row. Its name says whether it was loaded by a refresh.
struct GrowingRow: Content, Identifiable {
  let id: Int
  /// The number of refreshes before the row was read.
  var readings: Int

  private var page: Int { (id - 1) / Archive.page + 1 }

  var html: HTML {
    """
    <span class="dot tone-\(page)"></span><span>\(readings == 0 ? "Cell" : "Refreshing") \(id)</span>\
    <span class="note">page \(page)\(readings == 0 ? "" : ", read \(readings + 1)×")</span>
    """
  }
}
