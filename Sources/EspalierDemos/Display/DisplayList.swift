import Espalier

/// Six places with four things each, and a log of the places and things that appear and disappear.
final class DisplayList: ContainerModel {
  override func didLoad() {
    let log = SeenLog()
    let sections = ContainerModel(id: "sections")
    sections.add((1...6).map(SeenSection.init))
    add([sections, log])
    on(Visibility.appeared) { _, address in log.note(address, hasCome: true) }
    on(Visibility.disappeared) { _, address in log.note(address, hasCome: false) }
  }
}

/// A place. The section reports when it appears and disappears, like its cells.
final class SeenSection: ContainerModel {
  init(_ number: Int) {
    super.init(id: number)
    visibility = .inView
    header = CellModel(SeenTitle(number: number))
    add((1...4).map { SeenCell(id: $0, section: number) })
  }
}

/// The last 60 reports, newest first.
final class SeenLog: ContainerModel {
  private static let most = 60
  private var count = 0
  private let title = CellModel(SeenLogTitle())

  override func didLoad() {
    header = title
    on(SeenLogTitle.clear) { log in
      log.children.removeAll()
      log.title.content.isEmpty = true
    }
    on(SeenLogTitle.pause) { $0.title.content.isPaused = $1 }
  }

  /// Adds an entry for an address: `sections/2` is the second place, `sections/2/3` is the third thing there.
  func note(_ address: String, hasCome: Bool) {
    if title.content.isPaused { return }
    let numbers = address.split(separator: "/").compactMap { Int($0) }
    guard let place = numbers.first else { return }
    let name = numbers.count == 2 ? GardenWalk.name(of: numbers[1], in: place) : GardenWalk.name(of: place)
    count += 1
    let text = "\(name) \(hasCome ? "appeared" : "disappeared")"
    setState(animations: .instant) {
      add(SeenEntry(id: count, text: text, hasCome: hasCome), at: .first)
      if children.count > Self.most { _ = children.last.map(remove) }
    }
    title.content.isEmpty = false
  }
}
