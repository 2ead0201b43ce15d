import Espalier
import EspalierServer

/// One posted entry. Viewers see the total.
struct Entry: Content {
  static let put = Event<String>("put")
  var total = 0
  var html: HTML { "<b>\(total)</b><form \(Self.put, on: nil)><input name=\"data\" aria-label=\"Entry\"></form>" }
}

/// Persists all entries in order, so that a test can find lost ones and those that counted twice.
final class LedgerPage: ContainerModel {
  private let cell = CellModel(Entry())
  private var entries: [String] = []

  override func didLoad() {
    persist(\.entries, as: "entries")
    add(cell)
    show()
    on(Entry.put) { page, entry in
      page.entries.append(entry)
      page.show()
    }
  }

  private func show() { cell.content.total = entries.count }
}

/// Persists in a dictionary how often each entry was posted.
final class DictionaryPage: ContainerModel {
  private let cell = CellModel(Entry())
  private var counts: [String: Int] = [:]

  override func didLoad() {
    persist(\.counts, as: "counts")
    cell.content.total = counts.count
    add(cell)
    on(Entry.put) { page, entry in
      page.counts[entry, default: 0] += 1
      page.cell.content.total = page.counts.count
    }
  }
}

/// Persists an entry as a `UInt64`, or as a `Double` if it is not a whole number.
final class NumberPage: ContainerModel {
  private let cell = CellModel(Entry())
  private var whole: UInt64 = 0
  private var real = 0.0

  override func didLoad() {
    persist(\.whole, as: "whole")
    persist(\.real, as: "real")
    add(cell)
    on(Entry.put) { page, entry in
      if let whole = UInt64(entry) { page.whole = whole } else { page.real = Double(entry) ?? 0 }
      page.cell.content.total += 1
    }
  }
}
