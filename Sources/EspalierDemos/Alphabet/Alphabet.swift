import Espalier

/// Three lists with an index beside them: of all sections, of some sections, and of single rows.
final class Alphabet: ContainerModel {
  private let bar = CellModel(AlphabetBar())

  private var kind: AlphabetBar.Kind {
    get { bar.content.kind }
    set {
      bar.content.kind = newValue
      show()
    }
  }

  override func didLoad() {
    header = bar
    footer = .sectionIndex(above: 0)
    on(AlphabetBar.choose) { $0.kind = $1 }
    persist(\.kind, as: "kind")
    show()
  }

  private func show() {
    switch kind {
    case .letters: children.source = .sections(Self.plants.map { Self.letter($0) })
    case .chapters: children.source = .sections((1...12).map { Self.chapter($0) })
    case .cards: children.source = ArraySource((1...51).map(PageCard.init))
    }
  }

  /// Five rows under a letter. The index shows the first letter of the section's title.
  private static func letter(_ names: [String]) -> ArraySource<IndexedSeed> {
    let title = String(names[0].prefix(1))
    return ArraySource(names.map(IndexedSeed.init), section: SourceSection(id: title, title: title))
  }

  private static let plants = [
    ["Agrimony", "Alder", "Angelica", "Apple", "Aster"], ["Balm", "Basil", "Bean", "Beech", "Borage"],
    ["Campion", "Chervil", "Clover", "Comfrey", "Cress"], ["Dahlia", "Daisy", "Dill", "Dock", "Dogwood"],
  ]

  /// Three rows. The index leads to four chapters of twelve.
  private static func chapter(_ number: Int) -> ArraySource<IndexedSeed> {
    ArraySource(
      (1...3).map { IndexedSeed(id: "Chapter \(number), page \($0)") },
      section: SourceSection(
        id: number, title: "Chapter \(number)", indexTitle: [1, 4, 6, 11].contains(number) ? "\(number)" : ""))
  }
}
