import Espalier

/// Six sections of four cells, and beside them a log of what came into view and what went out of it.
final class DisplayList: ContainerModel {
  override func didLoad() {
    let log = SeenLog()
    let sections = ContainerModel(id: "sections")
    sections.add((1...6).map(SeenSection.init))
    add([sections, log])
    on(Sight.appeared) { _, address in log.note(address, hasCome: true) }
    on(Sight.disappeared) { _, address in log.note(address, hasCome: false) }
  }
}

/// A section that says when it is seen, as its cells do.
final class SeenSection: ContainerModel {
  init(_ number: Int) {
    super.init(id: number)
    sight = .inView
    header = CellModel(SeenTitle(number: number))
    add((1...4).map { SeenCell(id: $0, section: number) })
  }
}

/// What was reported, newest first, and no more of it than one may want to read.
final class SeenLog: ContainerModel {
  private static let most = 60
  private var count = 0
  private let title = CellModel(SeenLogTitle())

  override func didLoad() {
    header = title
    on(SeenLogTitle.clear) { log in
      log.removeAll()
      log.title.content.isEmpty = true
    }
    on(SeenLogTitle.pause) { $0.title.content.isPaused = $1 }
  }

  /// `sections/2` is a section, `sections/2/3` a cell of it.
  func note(_ address: String, hasCome: Bool) {
    if title.content.isPaused { return }
    let numbers = address.split(separator: "/").dropFirst().joined(separator: ".")
    let name = numbers.contains(".") ? "Cell" : "Section"
    count += 1
    let text = "\(name) \(numbers) \(hasCome ? "appeared" : "disappeared")"
    animateNextChange(.still)
    insert(CellModel(SeenEntry(id: count, text: text, hasCome: hasCome)), at: 0)
    if children.count > Self.most { _ = children.last.map(remove) }
    title.content.isEmpty = false
  }
}
