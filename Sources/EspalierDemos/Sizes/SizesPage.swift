import Espalier

/// Texts in three kinds of cells. Each cell is as large as its text. A press adds a word and updates only that cell.
final class SizesPage: ContainerModel {
  private static let words = "Pears ripen late in June on a south wall or in the sun".split(separator: " ")

  /// The number of words of each text, by kind.
  private var lengths = Array(repeating: [1, 2, 3, 5], count: 3) { didSet { show() } }

  override func didLoad() {
    persist(\.lengths, as: "lengths")
    show()
  }

  private func show() {
    set(sections: [
      section(0, "measured", SizesTitle(name: "Measured", about: "Declares a width from its number of letters.")) {
        MeasuredText(id: $0, text: $1, grow: $2)
      },
      section(1, "file", SizesTitle(name: "From a file", about: "As wide as its text. The browser measures it.")) {
        FileText(id: $0, text: $1, grow: $2)
      },
      section(2, "full", SizesTitle(name: "Full width", about: "Fills the line and grows downwards.")) {
        FullText(id: $0, text: $1, grow: $2)
      },
    ])
  }

  private func section(
    _ kind: Int, _ id: String, _ title: SizesTitle,
    _ cell: (Int, String, Command<NoData>) -> some Content & Identifiable
  ) -> ListSection {
    ListSection(id, header: title, layout: .flow.intervals(8)) {
      for (index, length) in lengths[kind].enumerated() {
        cell(
          index, Self.words.prefix(length).joined(separator: " "),
          Command("grow", to: SizesPage.self) { $0.lengths[kind][index] = length % Self.words.count + 1 })
      }
    }
  }
}
