import Espalier

/// A hundred beds, each with a sticky header and a footer with its own height. Each press sets all beds again as one
/// value; the browser receives only the difference.
final class ManySections: ContainerModel {
  private var beds = (0..<100).map { Bed(number: $0) }
  private var next = 100
  private var shuffles = 0

  override func didLoad() { show() }

  private func show() {
    set(
      ListSection(
        header: BedsHeader(
          isFull: beds.count >= 140, insert: Command("insert", to: ManySections.self) { $0.insert() },
          shuffle: Command("shuffle", to: ManySections.self) { $0.shuffle() }),
        footer: BedsFooter(count: beds.count, shuffles: shuffles)
      ) { beds.map { ListElement($0.section) } })
  }

  private func insert() {
    // Anybody can open this page, so its list must not grow without limit.
    guard beds.count < 140 else { return }
    beds.insert(Bed(number: next), at: 0)
    next += 1
    show()
  }

  private func shuffle() {
    beds.shuffle()
    shuffles += 1
    show()
  }

  fileprivate func dig(_ number: Int) {
    guard let index = beds.firstIndex(where: { $0.number == number }) else { return }
    beds[index].digs += 1
    show()
  }
}

/// The data of one bed.
struct Bed: Sendable {
  let number: Int
  var digs = 0

  var section: ListSection {
    let number = number
    return ListSection(
      number,
      header: BedHeader(number: number, digs: digs, dig: Command("dig", to: ManySections.self) { $0.dig(number) }),
      footer: BedFooter(height: 60 + number)
    ) {
      BedRow(id: "west", number: number)
      BedRow(id: "east", number: number)
    }
  }
}
